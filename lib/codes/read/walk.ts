import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { type CodeRow, codeColumns, ownCodes, ownerOf, presentStored } from "../rows";
import type { StoredCode } from "../schema";

/** A code with all that is kept of it, for its owner to take along. */
export type WholeCode = Omit<StoredCode, "recentScans"> & {
  /** What it led to before, the newest first. */
  earlierTargets: EarlierTarget[];
};

interface EarlierTarget {
  content: string;
  fallbackUrl: string | null;
  replacedAt: string;
  /** Who replaced it; both null: the operator. */
  userId: string | null;
  keyId: string | null;
}

/** Codes that one statement reads: the logo of each may have half a megabyte. */
const rowsTogether = 10;

const earlier = `coalesce((SELECT jsonb_agg(jsonb_build_object('content', content, 'fallbackUrl', fallback_url,
    'replacedAt', to_char(replaced_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'userId', user_id,
    'keyId', key_id) ORDER BY replaced_at DESC, id DESC)
  FROM target_change WHERE qr_code_id = code.id), '[]'::jsonb) AS "earlierTargets"`;

const selectNext = {
  name: "walk_codes",
  text: `SELECT ${codeColumns()}, ${earlier} FROM qr_code AS code
    WHERE ${ownCodes} AND (created_at, id) > ($3, $4::uuid) ORDER BY created_at, id LIMIT ${rowsTogether}`,
};

type Row = CodeRow & Pick<WholeCode, "earlierTargets">;

const firstId = "00000000-0000-0000-0000-000000000000";

/** All the caller's codes, the oldest first, a few at a time; a logo with its picture. Each is read once, as it is then. */
export async function* walkCodes(caller: Caller, signal?: AbortSignal): AsyncGenerator<WholeCode[]> {
  let [at, id] = [new Date(0), firstId];
  for (;;) {
    signal?.throwIfAborted();
    const { rows } = await sql.query<Row>({ ...selectNext, values: [...ownerOf(caller), at, id] });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(present);
    [at, id] = [last.createdAt, last.id];
  }
}

function present(row: Row): WholeCode {
  const { recentScans: _, ...code } = presentStored(row, []);
  return { ...code, earlierTargets: row.earlierTargets };
}
