import type { Transaction } from "@/lib/platform/db";
import type { Scope } from "../counts";
import { omitCode, type WholeDay } from "../erase/omit-codes";
import { notErased, wholeAccount } from "../ground";
import { addLabels, addQuarters, addTotals } from "../sums";
import { dayOfNumber, numberOfDay } from "../utc-day";
import type { Plan } from "./plan";
import type { Reading, Sums } from "./sums-of-plan";

/** Adds the documents of whole days, and the scans of each code on them. */
export async function addDocuments(
  tx: Transaction,
  scope: Scope,
  { plan, state, sums }: Reading,
  withCities: boolean,
): Promise<void> {
  const { codeId } = scope;
  if (plan.documents.length === 0 || state.erasing.includes(codeId ?? "")) return;
  const days = new Set(plan.documents.map((place) => plan.days[place]?.day as number));
  const read = (codeIds: readonly string[]) => readDocuments(tx, scope, { codeIds, days, withCities });
  const documents = new Map<number, DayDocument>();
  for (const document of await read([codeId ?? wholeAccount])) documents.set(document.day, document);
  if (codeId === undefined && state.erasing.length > 0) {
    for (const gone of await read(state.erasing)) {
      const account = documents.get(gone.day);
      if (account !== undefined) omitCode(account, gone);
    }
  }
  for (const place of plan.documents) {
    const document = documents.get(plan.days[place]?.day ?? -1);
    const sum = sums.days[place];
    if (document === undefined || sum === undefined) continue;
    sum.scans += document.scans;
    sum.bots += document.bots;
    addQuarters(sum.quarters, document.quarters);
    addTotals(sum.totals, document.totals);
    if (plan.closed.has(place)) sum.visitors += document.visitors ?? 0;
  }
  if (codeId === undefined) await addCodes(tx, scope, plan, sums);
  else addOwnCode(codeId, documents, plan, sums);
}

type DayDocument = WholeDay & { day: number };

async function readDocuments(
  tx: Transaction,
  { accountId, isSandbox }: Scope,
  asked: { codeIds: readonly string[]; days: ReadonlySet<number>; withCities: boolean },
): Promise<DayDocument[]> {
  const { rows } = await tx.query<DayDocument>({
    name: "read_scan_days",
    text: `SELECT ${numberOfDay("day")} AS day, scans, bots, visitors, array_to_json(quarters) AS quarters,
        CASE WHEN $5 THEN totals ELSE totals - 'city' END AS totals
      FROM scan_day WHERE account_id = $1 AND is_sandbox = $2
        AND qr_code_id = ANY(ARRAY(SELECT unnest($3::uuid[])))
        AND day = ANY(ARRAY(SELECT ${dayOfNumber("d")} FROM unnest($4::int[]) AS d))`,
    values: [accountId, isSandbox, asked.codeIds, [...asked.days], asked.withCities],
  });
  return rows;
}

function addOwnCode(codeId: string, documents: Map<number, DayDocument>, plan: Plan, sums: Sums): void {
  for (const place of plan.documents) {
    const { interval, day } = plan.days[place] as Plan["days"][number];
    const labels = sums.codes[interval];
    if (labels) addLabels(labels, { [codeId]: documents.get(day)?.scans ?? 0 });
  }
}

/** By an index alone, however many codes the account has. */
async function addCodes(
  tx: Transaction,
  { accountId, isSandbox }: Scope,
  plan: Plan,
  sums: Sums,
): Promise<void> {
  const stretches = joinDays(plan);
  const { rows } = await tx.query<{ interval: number; code: string; scans: number }>({
    name: "sum_scan_days",
    text: `SELECT p.interval, d.qr_code_id AS code, sum(d.scans)::float8 AS scans
      FROM unnest($3::int[], $4::int[], $5::int[]) AS p(interval, from_day, to_day)
        JOIN scan_day d ON d.account_id = $1 AND d.is_sandbox = $2
          AND d.day >= ${dayOfNumber("p.from_day")} AND d.day < ${dayOfNumber("p.to_day")}
      WHERE d.qr_code_id <> '${wholeAccount}' AND ${notErased("d.qr_code_id")}
      GROUP BY p.interval, d.qr_code_id`,
    values: [
      accountId,
      isSandbox,
      stretches.map(({ interval }) => interval),
      stretches.map(({ from }) => from),
      stretches.map(({ to }) => to),
    ],
  });
  for (const { interval, code, scans } of rows) addLabels(sums.codes[interval] ?? {}, { [code]: scans });
}

/** Days that follow one another, as one stretch. */
function joinDays(plan: Plan): { interval: number; from: number; to: number }[] {
  const stretches: { interval: number; from: number; to: number }[] = [];
  for (const place of plan.documents) {
    const { interval, day } = plan.days[place] as Plan["days"][number];
    const last = stretches.at(-1);
    if (last?.interval === interval && last.to === day) last.to += 1;
    else stretches.push({ interval, from: day, to: day + 1 });
  }
  return stretches;
}
