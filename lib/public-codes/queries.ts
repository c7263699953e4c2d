import { sql } from "@/lib/platform/db";
import { publicCodeLifetimeMs } from "./schema";

/** A stored picture as it was answered when it was created. */
export interface PublicCodeView {
  type: string;
  content: string;
  png: Buffer;
}

export interface NewPublicCode extends PublicCodeView {
  shortCode: string;
}

const insertStatements = new Map<number, { name: string; text: string }>();

/** One prepared statement per number of rows: pictures are sent as bytes, which they are not within an array. */
function insertStatementFor(rows: number): { name: string; text: string } {
  const known = insertStatements.get(rows);
  if (known !== undefined) return known;
  const values = Array.from({ length: rows }, (_, row) => {
    const [a, b, c, d] = [1, 2, 3, 4].map((column) => `$${row * 4 + column}`);
    return `(${a}, ${b}, ${c}, ${d}, now(), now() + interval '${publicCodeLifetimeMs} milliseconds')`;
  });
  const columns = "short_code, type, content, png, created_at, expires_at";
  const text = `INSERT INTO public_code (${columns}) VALUES ${values.join(", ")}`;
  const statement = { name: `insert_public_codes_${rows}`, text };
  insertStatements.set(rows, statement);
  return statement;
}

/** Stores codes in one transaction; each expires 24 hours after the database's own time of storing. */
export async function insertPublicCodes(codes: readonly NewPublicCode[]): Promise<void> {
  const values = codes.flatMap(({ shortCode, type, content, png }) => [shortCode, type, content, png]);
  await sql.query({ ...insertStatementFor(codes.length), values });
}

/** A code that hasn't expired, and how long it still lives; `at` replaces the database's clock. */
export async function findPublicCode(
  shortCode: string,
  at: Date | null,
): Promise<(PublicCodeView & { remainingMs: number }) | null> {
  const { rows } = await sql.query<PublicCodeView & { remainingMs: number }>({
    name: "find_public_code",
    text: `SELECT type, content, png,
        (extract(epoch FROM expires_at - coalesce($2::timestamptz, now())) * 1000)::float8 AS "remainingMs"
      FROM public_code WHERE short_code = $1 AND expires_at > coalesce($2::timestamptz, now())`,
    values: [shortCode, at],
  });
  return rows[0] ?? null;
}

const batchSize = 1_000;

/** Deletes up to `batchSize` expired codes; how many, and whether there may be more. */
export async function deleteExpiredPublicCodes(at: Date | null): Promise<{ count: number; isLast: boolean }> {
  const { rowCount } = await sql.query(
    `DELETE FROM public_code WHERE short_code IN (
       SELECT short_code FROM public_code WHERE expires_at <= coalesce($1::timestamptz, now())
       ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`,
    [at],
  );
  const count = rowCount ?? 0;
  return { count, isLast: count < batchSize };
}
