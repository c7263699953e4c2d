import type { ApiKeyResource } from "@/lib/api-keys/schema";
import type { LimitUses, UseCounts, UseReport } from "@/lib/api-uses/schema";
import { Chips } from "../analytics/controls/chips";
import { BarList } from "../charts/bar-list";
import { Stat, StatRow } from "../charts/stat";
import { sayShare } from "../charts/trend";
import { sayCount } from "../ui/counts";
import { type UsageView as View, writeUsageView } from "./address";
import { LimitWords } from "./limit-words";
import { nameKey } from "./name-keys";
import { ThisHour } from "./this-hour";
import { UseChart } from "./use-chart";
import { sayClocks } from "./words";

interface UsageViewProps {
  view: View;
  report: UseReport;
  limits: LimitUses;
  /** Of the environment that is shown. */
  keys: readonly ApiKeyResource[];
  zone: string;
  nowMs: number;
}

const spans = { "24h": "in the last 24 hours", "7d": "in 7 days", "30d": "in 30 days" };

/** What came with the account's keys: this hour, over time, and by key. */
export function UsageView({ view, report, limits, keys, zone, nowMs }: UsageViewProps) {
  const { keyId, range } = view;
  const chosen = keyId === undefined ? null : nameKey(keys, keyId);
  const inUse = keys
    .flatMap(({ id, name }) => ({ id, name, use: limits.keys[id] ?? { used: 0, limit: 0, resetsAt: null } }))
    .filter(({ use }) => use.used > 0)
    .sort((a, b) => b.use.used - a.use.used);
  const ofBars = keyId === undefined ? limits.account : limits.keys[keyId];
  const title = report.unit === "hour" ? "Requests by hour" : "Requests by day";
  return (
    <>
      <ThisHour account={limits.account} keys={inUse} zone={zone} />
      {chosen !== null && (
        <div className="page-x flex border-b border-line py-2.5">
          <Chips chips={[{ words: chosen, href: writeUsageView({ ...view, keyId: undefined }) }]} />
        </div>
      )}
      <Sums points={report.points} span={spans[range]} />
      <div className="page-x border-b border-line py-6">
        <UseChart
          id="requests"
          title={chosen === null ? title : `${title}, ${chosen}`}
          points={report.points}
          unit={report.unit}
          zone={zone}
          limit={report.unit === "hour" ? (ofBars?.limit ?? null) : null}
          nowMs={nowMs}
          size="page"
          emptyNote={`No requests ${spans[range]}.`}
        />
      </div>
      <div className="page-columns border-b border-line">
        <div className="page-column">
          <BarList
            id="by-key"
            title="By key"
            noun="request"
            rows={listRows(view, report, keys)}
            total={report.keys.reduce((sum, { requests }) => sum + requests, 0)}
            chosen={keyId}
            emptyNote={`No requests ${spans[range]}.`}
          />
        </div>
        <div className="page-column">
          <LimitWords limit={limits.account.limit} />
        </div>
      </div>
      <p className="page-x py-4 text-small text-ink-3">
        {sayClocks(zone)} Requests are counted for 90 days, those of deleted keys too.
      </p>
    </>
  );
}

function listRows(view: View, { keys: uses }: UseReport, keys: readonly ApiKeyResource[]) {
  return uses.map(({ keyId, requests }) => ({
    value: keyId,
    label: nameKey(keys, keyId),
    count: requests,
    href: writeUsageView({ ...view, keyId: view.keyId === keyId ? undefined : keyId }),
  }));
}

/** How the requests of the span were answered. */
function Sums({ points, span }: { points: readonly UseCounts[]; span: string }) {
  const sum = (name: keyof UseCounts) => points.reduce((total, point) => total + point[name], 0);
  const requests = sum("requests");
  const share = (count: number) => (requests === 0 ? "" : `${sayShare(count / requests)} of all`);
  return (
    <StatRow label={`Requests ${span}`}>
      <Stat label="Requests" value={sayCount(requests)} note={span} />
      <Stat label="Refused" value={sayCount(sum("refused"))} note={share(sum("refused"))} />
      <Stat label="Over the limit" value={sayCount(sum("limited"))} note={share(sum("limited"))} />
      <Stat label="Failed" value={sayCount(sum("failed"))} note={share(sum("failed"))} />
    </StatRow>
  );
}
