import { sql } from "@/lib/platform/db";
import { createGatherer } from "@/lib/platform/gather";
import { publicCodeLifetimeMs } from "./schema";

export interface NewPublicCode {
  shortCode: string;
  type: string;
  content: string;
  png: Buffer;
}

/** Rows of one statement at most. */
const maxBatch = 32;

/**
 * Stores a picture durably: resolves when the transaction that holds it is committed. Under load several share one
 * statement: while one is in flight the next batch gathers (group commit). A batch that fails fails for each of its
 * members. It expires exactly 24 hours after the database's own time of storing.
 */
export const storePublicCode: (row: NewPublicCode) => Promise<void> = createGatherer({
  name: "store public code",
  ask: insertRows,
  maxBatch,
  maxRunning: 1,
  maxWaiting: 2_000,
});

const statements = new Map<number, { name: string; text: string }>();

/** One prepared statement for each number of rows: pictures are sent as bytes, which they are not within an array. */
function statementFor(rows: number): { name: string; text: string } {
  const known = statements.get(rows);
  if (known !== undefined) return known;
  const values = Array.from({ length: rows }, (_, row) => {
    const [a, b, c, d] = [1, 2, 3, 4].map((column) => `$${row * 4 + column}`);
    return `(${a}, ${b}, ${c}, ${d}, now(), now() + interval '${publicCodeLifetimeMs} milliseconds')`;
  });
  const columns = "short_code, type, content, png, created_at, expires_at";
  const text = `INSERT INTO public_code (${columns}) VALUES ${values.join(", ")}`;
  const statement = { name: `insert_public_codes_${rows}`, text };
  statements.set(rows, statement);
  return statement;
}

async function insertRows(rows: readonly NewPublicCode[]): Promise<undefined[]> {
  const { name, text } = statementFor(rows.length);
  const values = rows.flatMap(({ shortCode, type, content, png }) => [shortCode, type, content, png]);
  await sql.query({ name, text, values });
  return [];
}
