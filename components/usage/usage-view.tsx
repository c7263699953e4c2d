import Link from "next/link";
import type { Environment } from "@/lib/accounts/schema";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import type { KeyUse, LimitUse, LimitUses, UseCounts, UseReport } from "@/lib/api-uses/schema";
import { Chips } from "../analytics/chips";
import { BarList } from "../charts/bar-list";
import { formatShare, Stat, StatRow } from "../charts/stat";
import { CurlBlock, writeListCommand } from "../keys/curl-block";
import { PageHeader } from "../shell/page-header";
import { buttonClasses } from "../ui/button";
import { formatCount } from "../ui/counts";
import { formatTime } from "../ui/dates";
import { NeedsApi } from "../ui/empty-state";
import { ButtonLink, TextLink } from "../ui/links";
import { UsageRuler } from "../ui/usage-ruler";
import { formatClocks } from "./format";
import type { AddressFault } from "./read-address";
import { UseChart } from "./usage-chart";
import { type UsageView as View, writeUsageView } from "./view";

/** Keys that have a ruler here; each of them stands in the table of keys. */
const most = 4;

const headers = [
  ["X-RateLimit-Limit", "Requests per hour: the key's or the account's limit, whichever is nearer."],
  ["X-RateLimit-Remaining", "Requests left of it."],
  ["X-RateLimit-Reset", "When the count resets, in seconds since 1970."],
  ["Retry-After", "Only with a 429: the same request succeeds after this many seconds."],
] as const;

interface UsageViewProps {
  view: View;
  report: UseReport;
  limits: LimitUses;
  keys: readonly ApiKeyResource[];
  zone: string;
  nowMs: number;
}

const spans = { "24h": "in the last 24 hours", "7d": "in 7 days", "30d": "in 30 days" };

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
        {formatClocks(zone)} Requests are counted for 90 days, those of deleted keys too.
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

function Sums({ points, span }: { points: readonly UseCounts[]; span: string }) {
  const sum = (name: keyof UseCounts) => points.reduce((total, point) => total + point[name], 0);
  const requests = sum("requests");
  const share = (count: number) => (requests === 0 ? "" : `${formatShare(count / requests)} of all`);
  return (
    <StatRow label={`Requests ${span}`}>
      <Stat label="Requests" value={formatCount(requests)} note={span} />
      <Stat label="Refused" value={formatCount(sum("refused"))} note={share(sum("refused"))} />
      <Stat label="Over the limit" value={formatCount(sum("limited"))} note={share(sum("limited"))} />
      <Stat label="Failed" value={formatCount(sum("failed"))} note={share(sum("failed"))} />
    </StatRow>
  );
}

/** What the limit is, what a 429 means, and what every answer says of it. */
function LimitWords({ limit }: { limit: number }) {
  return (
    <section aria-labelledby="limit-words">
      <h2 id="limit-words" className="flex min-h-7 items-center text-heading">
        What 429 means
      </h2>
      <p className="mt-2 max-w-[66ch] text-ink-2">
        The account has {formatCount(limit)} requests per hour for all keys together, and each key has the
        limit you gave it. A request beyond that gets a 429: nothing is done, it doesn't count, and the same
        request succeeds once the hour is over.
      </p>
      <dl className="mt-4">
        {headers.map(([name, words]) => (
          <div key={name} className="border-t border-line py-2.5 xl:flex xl:gap-x-4">
            <dt className="w-48 shrink-0 font-mono text-mono text-ink-2">{name}</dt>
            <dd className="min-w-0 text-small">{words}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-small text-ink-3">
        Refused requests get any other 4xx: change the request. Failed requests get a 5xx, which is our fault.{" "}
        <DocsLink />
      </p>
    </section>
  );
}

function DocsLink() {
  return <TextLink href="/docs/errors">All errors</TextLink>;
}

interface ThisHourProps {
  account: LimitUse;
  keys: readonly { id: string; name: string; use: LimitUse }[];
  zone: string;
}

function ThisHour({ account, keys, zone }: ThisHourProps) {
  const shown = keys.slice(0, most);
  return (
    <section aria-labelledby="this-hour" className="page-x border-b border-line py-6">
      <h2 id="this-hour" className="mb-3 text-heading">
        This hour
      </h2>
      <div className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
        <div>
          <UsageRuler
            used={account.used}
            limit={account.limit}
            noun="requests"
            fullNote="Full: more get 429"
          />
          <p className="mt-2 text-small text-ink-3">{formatReset(account, zone)}</p>
        </div>
        {shown.length > 0 && (
          <ul aria-label="By key" className="grid content-start gap-x-8 gap-y-4 sm:grid-cols-2">
            {shown.map(({ id, name, use }) => (
              <li key={id} className="min-w-0">
                <p className="truncate text-small text-ink-2" title={name}>
                  {name}
                </p>
                <UsageRuler used={use.used} limit={use.limit} noun="requests" isCompact />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

/** The hour is the account's own: it begins with a request, not with the clock's hour. */
function formatReset({ resetsAt }: LimitUse, zone: string): string {
  if (resetsAt === null) return "The hour starts with the next request and lasts 60 minutes.";
  return `Resets at ${formatTime(resetsAt, zone)}.`;
}

type NamedKey = Pick<ApiKeyResource, "id" | "name">;

/** What a key is called; the end of its id tells deleted ones apart. */
function nameKey(keys: readonly NamedKey[], keyId: string): string {
  return keys.find(({ id }) => id === keyId)?.name ?? `Deleted key …${keyId.slice(-4)}`;
}

export function isKnownKey(keys: readonly NamedKey[], uses: readonly KeyUse[], keyId: string): boolean {
  return keys.some(({ id }) => id === keyId) || uses.some((use) => use.keyId === keyId);
}

interface NoRequestProps {
  environment: Environment;
  hasKeys: boolean;
  baseUrl: string;
}

export function NoRequest({ environment, hasKeys, baseUrl }: NoRequestProps) {
  const apiKey = environment === "sandbox" ? "qr_test_…" : "qr_live_…";
  return (
    <div className="page-x py-10">
      <div className="max-w-[40rem]">
        <h2 className="text-title-lg">No requests yet</h2>
        <p className="mt-2 mb-6 max-w-[66ch] text-ink-2">
          {hasKeys
            ? "Send one with your key in place of the dots. It appears here about a second later."
            : "Requests are counted by key. Create a key and send this with it. It appears here about a second later."}
        </p>
        <CurlBlock
          label="The first request"
          command={writeListCommand(baseUrl, apiKey, ["qr:read"])}
          canCopy={false}
        />
        <Link
          href={environment === "sandbox" ? "/api-keys?environment=sandbox" : "/api-keys"}
          prefetch={false}
          className={buttonClasses({ kind: hasKeys ? "secondary" : "primary", className: "mt-5" })}
        >
          {hasKeys ? "See your keys" : "Create a key"}
        </Link>
      </div>
    </div>
  );
}

export function NoUsage({ planName }: { planName: string }) {
  return (
    <>
      <PageHeader title="Usage" />
      <NeedsApi mark="No requests" title="Usage comes with the API" planName={planName}>
        It shows your programs' requests by hour and by key, beside the hourly limit. The API is part of
        Developer and Pro.
      </NeedsApi>
    </>
  );
}

export function UnreadAddress({ fault }: { fault: AddressFault }) {
  return (
    <>
      <PageHeader title="Usage" />
      <div className="page-x py-10">
        <div role="alert" className="max-w-[66ch]">
          <h2 className="text-title-lg">This page can't be shown</h2>
          <p className="mt-2 text-ink-2 [overflow-wrap:anywhere]">{formatFault(fault)}</p>
        </div>
        <ButtonLink href="/usage" kind="primary" className="mt-5">
          Show the last 24 hours
        </ButtonLink>
      </div>
    </>
  );
}

function formatFault({ name, value }: AddressFault): string {
  if (name === "range") return `“${value}” isn't a range. Use 24h, 7d or 30d.`;
  if (name === "environment") return `“${value}” isn't an environment. Use production or sandbox.`;
  return "No current or deleted key of this account has this id.";
}
