import Link from "next/link";
import type { FilterName, Report } from "@/lib/analytics/schema";
import { BarList, type BarRow } from "../../charts/bar-list";
import { formatShare } from "../../charts/stat";
import { CodeThumb } from "../../codes/code-thumb";
import { formatCount } from "../../ui/counts";
import { Skeleton } from "../../ui/skeleton";
import { labelPeriod } from "../period";
import { formatValue, toggleFilter, toggleTag, type View, writeView } from "../view";
import { Places } from "./places";

export const breakdowns = [
  { name: "country", title: "Places" },
  { name: "device", title: "Devices" },
  { name: "os", title: "Systems" },
  { name: "browser", title: "Browsers" },
] as const;
type Breakdown = (typeof breakdowns)[number];

type Details = NonNullable<Report["details"]>;

interface BreakdownBlockProps {
  kind: Breakdown;
  details: Details;
  view: View;
}

export function BreakdownBlock({ kind: { name, title }, details, view }: BreakdownBlockProps) {
  const { emptyNote } = labelPeriod(view.range);
  const rows = listRows(view, name, Object.entries(labelsOf(details, name)));
  const total = rows.reduce((sum, { count }) => sum + count, 0);
  if (name !== "country") {
    const chosen = view.filters[name];
    return (
      <BarList id={name} title={title} rows={rows} total={total} chosen={chosen} emptyNote={emptyNote} />
    );
  }
  const cities = details.cities.map(({ city, country, count }) => [`${country}/${city}`, count] as const);
  const { country, city } = view.filters;
  return (
    <Places
      countries={rows}
      cities={listRows(view, "city", cities)}
      totals={{ countries: total, cities: details.cityScans }}
      country={country}
      city={city}
      emptyNote={emptyNote}
    />
  );
}

function labelsOf({ breakdowns: { countries, devices, browsers, os } }: Details, name: Breakdown["name"]) {
  return { country: countries, device: devices, browser: browsers, os }[name];
}

function listRows(view: View, name: FilterName, labels: readonly (readonly [string, number])[]): BarRow[] {
  return labels.map(([value, count]) => ({
    value,
    label: formatValue(name, value),
    count,
    href: writeView(toggleFilter(view, name, value)),
  }));
}

interface TopTagsProps {
  tags: Report["topTags"];
  view: View;
  /** All scans, of which codes without a tag have some. */
  total: number;
}

/** A scan of a code with several tags counts for each. */
export function TopTags({ tags, view, total }: TopTagsProps) {
  const rows = tags.map(({ name, scanCount }) => ({
    value: name,
    label: name,
    count: scanCount,
    href: writeView(toggleTag(view, name)),
  }));
  return (
    <BarList
      id="tags"
      title="Tags"
      rows={rows}
      total={total}
      chosen={view.tag}
      emptyNote="No scans of tagged codes in this period."
    />
  );
}

export function BreakdownSkeleton({ title }: { title: string }) {
  return (
    <div>
      <p className="flex min-h-7 items-center text-heading">{title}</p>
      <div className="mt-2 flex flex-col gap-0.5 touch:gap-1 md:min-h-[190px] md:touch:min-h-[284px]">
        {[100, 62, 40, 28].map((width) => (
          <div
            key={width}
            className="h-[30px] touch:h-11"
            style={{ width: `calc((100% - 56px) * ${width / 100})` }}
          >
            <Skeleton className="h-full w-full" />
          </div>
        ))}
      </div>
      <div className="mt-1 h-7 touch:h-11 max-md:hidden" />
    </div>
  );
}

interface TopCodesProps {
  codes: Report["topQRCodes"];
  versions: ReadonlyMap<string, string>;
  total: number;
  emptyNote: string;
}

/** As high as five rows from the start, so that what stands below stays where it is. */
const reserved = "min-h-[337px]";

export function TopCodes({ codes, versions, total, emptyNote }: TopCodesProps) {
  const most = Math.max(1, ...codes.map(({ scanCount }) => scanCount));
  return (
    <section aria-labelledby="top-codes-heading" className={reserved}>
      <h2 id="top-codes-heading" className="flex min-h-7 items-center text-heading">
        Top codes
      </h2>
      {codes.length === 0 && <p className="mt-2 text-small text-ink-3">{emptyNote}</p>}
      <ol className="mt-1">
        {codes.map(({ id, name, scanCount }) => (
          <li key={id} className="border-b border-line last:border-0">
            <Link
              href={`/codes/${id}`}
              prefetch={false}
              className="top-code -mx-2 min-h-[60px] items-center gap-x-4 px-2 py-2 text-small hover:bg-canvas md:gap-x-6"
            >
              <Thumb id={id} name={name} version={versions.get(id)} />
              <span className="min-w-0 truncate font-medium">{name}</span>
              <span className="top-code-bar block h-1.5 [forced-color-adjust:none]" aria-hidden>
                <span className="block h-full bg-c1" style={{ width: `${(100 * scanCount) / most}%` }} />
              </span>
              <span className="text-right font-medium">
                {formatCount(scanCount)}
                <span className="sr-only"> scans, </span>
              </span>
              <span className="text-right text-ink-3">
                {total === 0 ? "" : formatShare(scanCount / total)}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A code that was deleted since it was counted has no picture any more. */
function Thumb({ id, name, version }: { id: string; name: string; version: string | undefined }) {
  if (version === undefined) return <span className="size-11 border border-line" />;
  return <CodeThumb code={{ id, name, updatedAt: version }} size={44} isSilent isLazy />;
}

export function TopCodesSkeleton() {
  return (
    <div className={reserved}>
      <p className="flex min-h-7 items-center text-heading">Top codes</p>
      <div className="mt-1">
        {[1, 2, 3, 4, 5].map((row) => (
          <div key={row} className="flex h-[61px] items-center gap-4">
            <Skeleton className="size-11 rounded-none!" />
            <Skeleton className="h-3 w-40" />
          </div>
        ))}
      </div>
    </div>
  );
}
