import type { FilterName, Report } from "@/lib/analytics/schema";
import { BarList, type BarRow } from "../../charts/bar-list";
import { Skeleton } from "../../ui/skeleton";
import { rangeWords, sayValue, toggleFilter, type View, writeView } from "../view";
import { Places } from "./places";

/** What scans are told apart by, as the page shows it. */
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

/** One list of bars. It obeys every filter but its own, so its shares are of all that it could list. */
export function BreakdownBlock({ kind: { name, title }, details, view }: BreakdownBlockProps) {
  const { emptyNote } = rangeWords[view.range];
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
    label: sayValue(name, value),
    count,
    href: writeView(toggleFilter(view, name, value)),
  }));
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
