import { insertAccounts, insertKeys } from "@/e2e/support/tenants";
import { entitlements, type Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { insertShortCodes, type ShortCode } from "../short-codes";
import type { DriveOptions } from "./options";
import type { Visit } from "./traffic";

/** With `--costs` so many redirects come for each create or chart. */
export const othersShare = 10;
/** Requests of one account in an hour, at most: below its limit. */
const requestsOfAccount = 4_000;
/** Of 100 requests so many are creates, and so many charts of 30 days. */
const creates = 1;
const charts = 1;
const codesOfEach = entitlements.pro.codes;

export interface Visits {
  redirect: () => Visit;
  create: () => Visit;
  chart: () => Visit;
  /** Numbers of the redirects that were answered. */
  answered: Set<number>;
  writerIds: string[];
}

/** Adds accounts with codes, and keys for those that create and read; each redirect has a number in its user agent. */
export async function prepareVisits(options: DriveOptions, accountIds: string[]): Promise<Visits> {
  const { codes } = options;
  const owned: ShortCode[] = [];
  while (owned.length < codes) {
    const left = codes - owned.length;
    const accounts = Math.min(20, Math.max(1, Math.floor(left / codesOfEach)));
    const wanted = { accounts, codesOfEach: Math.min(codesOfEach, left) };
    owned.push(...(await insertShortCodes(sql, wanted, accountIds)));
  }
  const amount = countOthers(options);
  const readingAccounts = Math.ceil(amount.charts / requestsOfAccount);
  if (readingAccounts > accountIds.length)
    throw new Error(
      `So many charts need ${readingAccounts * codesOfEach} codes: raise --codes, or lower --rate or --minutes.`,
    );
  const readers = await giveKeys(accountIds, readingAccounts, "analytics:read");
  const writerIds = await insertAccounts(
    sql,
    Array<Plan>(Math.ceil(amount.creates / (codesOfEach - 50)) + 1).fill("pro"),
  );
  accountIds.push(...writerIds);
  const writers = await giveKeys(writerIds, writerIds.length, "qr:write");
  const answered = new Set<number>();
  const pick = zipf(owned.length);
  const count = { redirect: 0, create: 0, chart: 0 };
  const turn = (kind: keyof typeof count, keys: string[]) => keys[count[kind]++ % keys.length] ?? "";
  return {
    ...{ answered, writerIds },
    redirect: () => {
      const visit = ++count.redirect;
      return redirectVisit(owned[pick()] as ShortCode, visit, () => answered.add(visit));
    },
    create: () => createVisit(turn("create", writers), count.create),
    chart: () => chartVisit(turn("chart", readers)),
  };
}

/** How many creates and charts are sent. */
function countOthers({ rate, minutes, isCosts, webhook }: DriveOptions) {
  const requests = rate * minutes * 60;
  if (!isCosts) return { creates: (requests * creates) / 100, charts: (requests * charts) / 100 };
  const each = Math.max(1, rate / othersShare) * minutes * 60;
  return { creates: webhook === null ? each : 2 * each, charts: each };
}

/** Of 100 requests one is a create, one a chart, and the others redirects. */
export function mix(visits: Visits): () => Visit {
  let number = 0;
  return () => {
    number += 1;
    const part = number % 100;
    if (part < creates) return visits.create();
    return part < creates + charts ? visits.chart() : visits.redirect();
  };
}

async function giveKeys(
  accountIds: readonly string[],
  count: number,
  permission: "qr:write" | "analytics:read",
) {
  const wanted = Array.from({ length: Math.max(1, count) }, (_, at) => ({
    accountId: accountIds[at % accountIds.length] as string,
    environment: "production" as const,
    permissions: [permission],
  }));
  return (await insertKeys(sql, wanted)).map(({ apiKey }) => `Bearer ${apiKey}`);
}

const userAgentOf = (visit: number) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1 Visit/${visit}`;

const redirectVisit = ({ shortCode }: ShortCode, visit: number, onAnswered: () => void): Visit => ({
  ...{ kind: "redirect", method: "GET", path: `/r/${shortCode}`, status: 302, onAnswered },
  headers: { "user-agent": userAgentOf(visit) },
});

const createVisit = (authorization: string, number: number): Visit => ({
  ...{ kind: "create", method: "POST", path: "/api/v1/qr-codes", status: 201 },
  headers: { authorization, "content-type": "application/json" },
  body: JSON.stringify({
    name: `Table ${number}`,
    type: "url",
    content: `https://example.com/menu/${number}`,
    isDynamic: true,
  }),
});

const chartVisit = (authorization: string): Visit => ({
  ...{ kind: "chart", method: "GET", path: "/api/v1/analytics?timeRange=30d&timezone=UTC", status: 200 },
  headers: { authorization },
});

/** Places from 0, the n-th as often as 1 in n. */
export function zipf(count: number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let place = 0; place < count; place += 1) {
    sum += 1 / (place + 1);
    sums[place] = sum;
  }
  return () => {
    const wanted = Math.random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}
