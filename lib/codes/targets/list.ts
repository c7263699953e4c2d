import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { codeNotFound, ownCodes, ownerOf } from "../rows";
import type { Target, TargetList } from "../schema";
import { keptTargets } from "./kept";

/** A change of what a code leads to; null where it had none. */
interface Change {
  id: string;
  /** What it replaced. */
  content: string;
  fallbackUrl: string | null;
  replacedAt: Date;
  userId: string | null;
  keyId: string | null;
  userName: string | null;
  keyName: string | null;
}

type Row = { current: string; currentFallback: string | null; isDynamic: boolean; createdAt: Date } & (
  | Change
  | { id: null }
);

/** One more than is shown: it tells when and by whom the oldest shown was set. */
const selectTargets = {
  name: "select_targets",
  text: `SELECT code.content AS current, code.rules ->> 'fallbackUrl' AS "currentFallback",
      code.is_dynamic AS "isDynamic", code.created_at AS "createdAt", change.id, change.content,
      change.fallback_url AS "fallbackUrl", change.replaced_at AS "replacedAt", change.user_id AS "userId",
      change.key_id AS "keyId", app_user.name AS "userName", api_key.name AS "keyName"
    FROM (SELECT * FROM qr_code WHERE ${ownCodes} AND id = $3) AS code
    LEFT JOIN LATERAL (SELECT * FROM target_change WHERE qr_code_id = code.id
      ORDER BY replaced_at DESC, id DESC LIMIT ${keptTargets + 1}) AS change ON true
    LEFT JOIN app_user ON app_user.id = change.user_id
    LEFT JOIN api_key ON api_key.id = change.key_id
    ORDER BY change.replaced_at DESC, change.id DESC`,
};

/**
 * What a code leads to and what it led to before, newest first: the present target and the last 100, each a content with
 * the fallback of its time. A static code has the present one alone. Throws `not_found`.
 */
export async function listTargets(caller: Caller, codeId: string): Promise<TargetList> {
  if (!isId(codeId)) throw codeNotFound();
  const { rows } = await sql.query<Row>({ ...selectTargets, values: [...ownerOf(caller), codeId] });
  const [first] = rows;
  if (first === undefined) throw codeNotFound();
  const changes = rows.filter(isChange);
  const begin = { at: first.isDynamic ? first.createdAt : null, by: null };
  const begins = [...changes.map(readBegin), begin];
  const { current: content, currentFallback: fallbackUrl } = first;
  const data: Target[] = [{ id: null, current: true, content, fallbackUrl, ...writeBegin(begins[0]) }];
  for (const [place, { id, content, fallbackUrl }] of changes.slice(0, keptTargets).entries()) {
    data.push({ id, current: false, content, fallbackUrl, ...writeBegin(begins[place + 1]) });
  }
  return { data };
}

function isChange(row: Row): row is Row & Change {
  return row.id !== null;
}

interface Begin {
  at: Date | null;
  by: Target["setBy"];
}

/** A change tells what it replaced, and when and by whom what came after it was set. */
function readBegin({ replacedAt, userId, keyId, userName, keyName }: Change): Begin {
  if (keyId !== null) return { at: replacedAt, by: { kind: "key", id: keyId, name: keyName } };
  if (userId !== null) return { at: replacedAt, by: { kind: "user", id: userId, name: userName } };
  return { at: replacedAt, by: { kind: "operator", id: null, name: null } };
}

function writeBegin(begin: Begin | undefined): Pick<Target, "setAt" | "setBy"> {
  return { setAt: begin?.at?.toISOString() ?? null, setBy: begin?.by ?? null };
}
