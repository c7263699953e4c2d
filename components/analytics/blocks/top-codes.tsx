import Link from "next/link";
import type { Report } from "@/lib/analytics/schema";
import { sayShare } from "../../charts/stat";
import { CodeThumb } from "../../codes/code-thumb";
import { sayCount } from "../../ui/counts";
import { Skeleton } from "../../ui/skeleton";

interface TopCodesProps {
  codes: Report["topQRCodes"];
  versions: ReadonlyMap<string, string>;
  total: number;
  emptyNote: string;
}

/** As high as five rows from the start, so that what stands below stays where it is. */
const reserved = "min-h-[337px]";

/** The codes with the most scans, each leading to its page. */
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
                {sayCount(scanCount)}
                <span className="sr-only"> scans, </span>
              </span>
              <span className="text-right text-ink-3">{total === 0 ? "" : sayShare(scanCount / total)}</span>
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
