import type { Report } from "@/lib/analytics/schema";
import { Stat } from "../../charts/stat";
import { sayCount } from "../../ui/counts";
import { rangeWords } from "../words";

interface ComparedStatsProps {
  report: Report;
  /** What stands behind the names: ", 30 days". */
  span?: string;
  /** False where the period before is known in part alone. */
  compares?: boolean;
}

/** Scans and visitors beside those of the period before, up to the same time of its last day. */
export function ComparedStats({ report, span = "", compares = true }: ComparedStatsProps) {
  const { summary, previous } = report;
  const { soFar } = rangeWords[summary.timeRange];
  const visitorsBefore = previous.visitorsSoFar;
  return (
    <>
      <ComparedStat
        label={`Scans${span}`}
        now={summary.totalScans}
        before={compares ? previous.scansSoFar : null}
        soFar={soFar}
        otherwise="Nothing whole to compare with"
      />
      <ComparedStat
        label={`Visitors${span}`}
        now={summary.uniqueVisitors}
        before={compares ? visitorsBefore : null}
        soFar={soFar}
        otherwise={compares ? `${sayCount(previous.uniqueVisitors)} in the whole period before` : null}
      />
    </>
  );
}

interface ComparedStatProps {
  label: string;
  now: number;
  before: number | null;
  soFar: string;
  /** What is said where there is nothing to compare with. */
  otherwise: string | null;
}

function ComparedStat({ label, now, before, soFar, otherwise }: ComparedStatProps) {
  return (
    <Stat
      label={label}
      value={sayCount(now)}
      change={before === null ? undefined : { now, before }}
      note={before === null ? otherwise : `${sayCount(before)} ${soFar}`}
    />
  );
}
