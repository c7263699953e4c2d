import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { shortUrlOf } from "@/lib/platform/short-url";
import type { FindQuery, FoundCode } from "../found-schema";
import { ownCodes, ownerOf } from "../rows";

/** As many as are seen at a glance. */
const mostFound = 8;

const columns = { names: "name", targets: "content" } as const;

/**
 * The caller's codes that hold every one of the words, in any case; those that begin with the first word first, then what was changed
 * last. Without a word: the last changed.
 */
export async function findByWords(caller: Caller, { words, place }: FindQuery): Promise<FoundCode[]> {
  const column = columns[place];
  const { rows } = await sql.query<Omit<FoundCode, "shortUrl" | "updatedAt"> & Row>({
    name: `find-codes-by-${place}`,
    text: `SELECT id, name, type, CASE WHEN type = 'url' THEN content END AS target, short_code AS "shortCode",
        updated_at AS "updatedAt"
      FROM qr_code
      WHERE ${ownCodes}
        AND NOT EXISTS (SELECT FROM unnest($3::text[]) AS word WHERE strpos(lower(${column}), lower(word)) = 0)
      ORDER BY strpos(lower(${column}), lower(($3::text[])[1])) = 1 DESC, updated_at DESC, id DESC
      LIMIT ${mostFound}`,
    values: [...ownerOf(caller), words.split(/\s+/).filter(Boolean)],
  });
  return rows.map(({ id, name, type, target, shortCode, updatedAt }) => ({
    id,
    name,
    type,
    target,
    shortUrl: shortCode === null ? null : shortUrlOf(shortCode),
    updatedAt: updatedAt.toISOString(),
  }));
}

interface Row {
  shortCode: string | null;
  updatedAt: Date;
}
