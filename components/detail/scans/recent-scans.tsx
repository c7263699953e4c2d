import type { ScanEvent } from "@/lib/scans/schema";
import { sayDayMonth, saySeconds } from "../../ui/dates";
import { placeOf } from "./places";

interface RecentScansProps {
  scans: readonly ScanEvent[];
  /** Without them a plan keeps to when. */
  hasDetails: boolean;
  zone: string;
  nowMs: number;
}

/** The last scans of a code, newest first. */
export function RecentScans({ scans, hasDetails, zone, nowMs }: RecentScansProps) {
  const today = sayDayMonth(new Date(nowMs).toISOString(), zone);
  const when = (iso: string) => {
    const day = sayDayMonth(iso, zone);
    return day === today ? saySeconds(iso, zone) : `${day}, ${saySeconds(iso, zone)}`;
  };
  return (
    <>
      <table className="w-full text-left text-small max-sm:hidden">
        <caption className="sr-only">The last scans, newest first</caption>
        <thead>
          <tr className="text-ink-3">
            {["Time", ...(hasDetails ? ["Place", "Device", "System", "Browser"] : [])].map((column) => (
              <th key={column} scope="col" className="h-9 pr-4 font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scans.map((scan) => (
            <tr key={scan.id} className="border-t border-line">
              <th scope="row" className="h-11 pr-4 font-medium whitespace-nowrap">
                <time dateTime={scan.scannedAt}>{when(scan.scannedAt)}</time>
              </th>
              {hasDetails && <ScanCells scan={scan} />}
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="sm:hidden">
        {scans.map((scan) => (
          <li
            key={scan.id}
            className="flex min-h-14 items-center justify-between gap-4 border-t border-line py-2"
          >
            {hasDetails && (
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {placeOf(scan) ?? "Unknown place"}
                <span className="block text-small text-ink-3">
                  {[scan.device, scan.os, scan.browser].filter((word) => word !== "Unknown").join(", ")}
                </span>
              </span>
            )}
            <time dateTime={scan.scannedAt} className="shrink-0 text-small text-ink-2">
              {when(scan.scannedAt)}
            </time>
          </li>
        ))}
      </ul>
    </>
  );
}

function ScanCells({ scan }: { scan: ScanEvent }) {
  const place = placeOf(scan);
  return (
    <>
      <td className={`pr-4 ${place === null ? "text-ink-3" : ""}`}>{place ?? "Unknown"}</td>
      {[scan.device, scan.os, scan.browser].map((word, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move.
        <td key={column} className={`pr-4 last:pr-0 ${word === "Unknown" ? "text-ink-3" : ""}`}>
          {word}
        </td>
      ))}
    </>
  );
}
