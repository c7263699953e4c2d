import type { Transaction } from "@/lib/platform/db";
import { type Dimension, quartersOfDay, type Totals } from "./counts";
import type { Owner } from "./ground";
import { type Labels, noTotals } from "./sums";
import { dayOfNumber, numberOfDay } from "./utc-day";

/** What is known of a code, or of the whole account, on one UTC day. */
export interface Document {
  day: number;
  code: string;
  scans: number;
  bots: number;
  /** Null while the day is open. */
  visitors: number | null;
  quarters: number[];
  totals: Totals;
  /** Only of a day whose raw rows are gone. */
  detail: Detail | null;
}

/** What of a day only raw rows would know, by the quarter-hour: quarter → count, and for each label quarters and counts in turn. */
export interface Detail {
  bots: Labels;
  /** Visitors whose first scan of the day lies in the quarter-hour, and whose last does. */
  arrivals: Labels;
  leavers: Labels;
  labels: Record<Dimension, Record<string, number[]>>;
}

/** Documents by day and code; a missing one reads as empty. */
export class DocumentSet {
  readonly #documents = new Map<string, Document>();

  take(day: number, code: string): Document {
    const key = `${day} ${code}`;
    let document = this.#documents.get(key);
    if (document === undefined) {
      const quarters = Array<number>(quartersOfDay).fill(0);
      document = { day, code, scans: 0, bots: 0, visitors: null, quarters, totals: noTotals(), detail: null };
      this.#documents.set(key, document);
    }
    return document;
  }

  put(document: Document): void {
    this.#documents.set(`${document.day} ${document.code}`, document);
  }

  list(): Document[] {
    return [...this.#documents.values()];
  }
}

/** The documents of some days as they are stored, of every code and the account or of some of them. */
export async function loadDocuments(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  days: readonly number[],
  codes?: readonly string[],
): Promise<DocumentSet> {
  const { rows } = await tx.query<Document>(
    `SELECT ${numberOfDay("day")} AS day, qr_code_id AS code, scans, bots, visitors,
       array_to_json(quarters) AS quarters, totals, detail FROM scan_day
     WHERE account_id = $1 AND is_sandbox = $2 AND ($4::uuid[] IS NULL OR qr_code_id = ANY($4))
       AND day = ANY(ARRAY(SELECT ${dayOfNumber("d")} FROM unnest($3::int[]) AS d))`,
    [accountId, isSandbox, days, codes ?? null],
  );
  const documents = new DocumentSet();
  for (const document of rows) documents.put(document);
  return documents;
}

/** Documents of one statement: a few hundred kilobytes. */
const writtenTogether = 500;

/** Stores documents in place of those that are there. */
export async function writeDocuments(
  tx: Transaction,
  { accountId, isSandbox }: Owner,
  documents: readonly Document[],
): Promise<void> {
  for (let first = 0; first < documents.length; first += writtenTogether) {
    const some = documents.slice(first, first + writtenTogether);
    await tx.query(
      `INSERT INTO scan_day AS d (account_id, is_sandbox, day, qr_code_id, scans, bots, visitors, quarters, totals,
         detail)
       SELECT $1, $2, ${dayOfNumber("w.day")}, w.code, w.scans, w.bots, w.visitors, w.quarters::int[], w.totals::jsonb,
         w.detail::jsonb
       FROM unnest($3::int[], $4::uuid[], $5::int[], $6::int[], $7::int[], $8::text[], $9::text[],
         $10::text[]) AS w(day, code, scans, bots, visitors, quarters, totals, detail)
       ON CONFLICT (account_id, is_sandbox, day, qr_code_id) DO UPDATE SET scans = excluded.scans,
         bots = excluded.bots, visitors = excluded.visitors, quarters = excluded.quarters, totals = excluded.totals,
         detail = excluded.detail`,
      [
        accountId,
        isSandbox,
        some.map(({ day }) => day),
        some.map(({ code }) => code),
        some.map(({ scans }) => scans),
        some.map(({ bots }) => bots),
        some.map(({ visitors }) => visitors),
        some.map(({ quarters }) => `{${quarters.join(",")}}`),
        some.map(({ totals }) => JSON.stringify(totals)),
        some.map(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
      ],
    );
  }
}
