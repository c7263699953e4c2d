import { reserveCodes } from "@/lib/accounts/quota";
import type { Caller } from "@/lib/accounts/schema";
import { heardSql, writeEvents } from "@/lib/events";
import type { Transaction } from "@/lib/platform/db";
import type { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Draft } from "../draw/draft";
import { tellCreated } from "../event-data";
import { type CodeRow, presentDrawn } from "../rows";
import type { DrawnCode } from "../schema";

/**
 * Stores drafts as far as the quota goes, in their order: each as it is answered, or the error `quota_exceeded`. The
 * account stays locked until the transaction ends.
 */
export async function storeDrafts(
  tx: Transaction,
  caller: Caller,
  drafts: readonly Draft[],
): Promise<(DrawnCode | ServiceError)[]> {
  if (drafts.length === 0) return [];
  const verdicts = await reserveCodes(
    tx,
    caller,
    drafts.map(({ shortCode }) => ({ isDynamic: shortCode !== null })),
  );
  const granted = drafts.filter((_, index) => verdicts[index] === null);
  const codes = (
    await insertCodes(
      tx,
      granted.map((draft) => ({ caller, draft })),
    )
  ).values();
  return verdicts.map((verdict) => verdict ?? (codes.next().value as DrawnCode));
}

const insertRows = {
  name: "insert_codes",
  text: `INSERT INTO qr_code (account_id, environment, id, name, type, content, target, settings, rules, short_code,
      least_module, is_dynamic, created_at, updated_at)
    SELECT account_id, environment, id, name, type, content, target, settings::jsonb, rules::jsonb, short_code,
      least_module, short_code IS NOT NULL, now(), now()
    FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
        $10::text[], $11::smallint[])
      AS c(account_id, environment, id, name, type, content, target, settings, rules, short_code, least_module)
    RETURNING created_at AS "createdAt",
      ${heardSql("qr.created", { account: "qr_code.account_id", environment: "qr_code.environment" })} AS "isHeard"`,
};

/** Stores drafts that are counted already, each as it is answered, with the events that tell of them. */
export async function insertCodes(
  tx: Transaction,
  drafts: readonly { caller: Caller; draft: Draft; traceParent?: string | null }[],
): Promise<DrawnCode[]> {
  if (drafts.length === 0) return [];
  const ids = drafts.map(() => newId());
  const column = (pick: (draft: Draft) => string | null) => drafts.map(({ draft }) => pick(draft));
  const values = [
    drafts.map(({ caller }) => caller.accountId),
    drafts.map(({ caller }) => caller.environment),
    ids,
    column(({ name }) => name),
    column(({ type }) => type),
    column(({ content }) => content),
    column(({ target }) => target),
    column(({ settings }) => JSON.stringify(settings)),
    column(({ rules }) => rules && JSON.stringify(rules)),
    column(({ shortCode }) => shortCode),
    drafts.map(({ draft }) => draft.leastModule),
  ];
  const { rows } = await tx.query<{ createdAt: Date; isHeard: boolean }>({ ...insertRows, values });
  const events = drafts.flatMap(({ caller, draft, traceParent }, place) => {
    const { createdAt, isHeard } = rows[place] as { createdAt: Date; isHeard: boolean };
    if (!isHeard) return [];
    const event = tellCreated(caller, rowOf(draft, ids[place] as string, createdAt));
    return [traceParent === undefined ? event : { ...event, traceParent }];
  });
  await writeEvents(tx, events);
  return drafts.map(({ draft }, place) =>
    presentNew(draft, ids[place] as string, rows[place]?.createdAt as Date),
  );
}

/** A draft as it is stored. */
function rowOf(draft: Draft, id: string, createdAt: Date): CodeRow {
  const neverScanned = { scanCount: 0, lastScannedAt: null, suspendedAt: null, suspendedReason: null };
  return { ...draft, ...neverScanned, id, createdAt, updatedAt: createdAt };
}

/** The answer about a draft that has become a code, or would have. */
export function presentNew(draft: Draft, id: string, createdAt: Date): DrawnCode {
  return presentDrawn({ ...draft, id, createdAt, updatedAt: createdAt });
}

const maxAttempts = 3;

/**
 * Runs `work` again, with other short codes, when one that it chose is taken. Of 62⁸ codes that is one create in many
 * millions; a third time in a row is thrown.
 */
export async function withFreeShortCodes<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string };
      if (attempt === maxAttempts || code !== "23505" || constraint !== "qr_code_short_code_key") throw error;
    }
  }
}
