import { reserveCodes } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import type { Transaction } from "@/lib/platform/db";
import type { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Draft } from "../draw/draft";
import { ownerOf, presentDrawn } from "../rows";
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
  const granted = drafts
    .filter((_, index) => verdicts[index] === null)
    .map((draft) => ({ ...draft, id: newId() }));
  const createdAt = await insertCodes(tx, caller, granted);
  const stored = granted.values();
  return verdicts.map((verdict) => verdict ?? presentNew(stored.next().value as NewRow, createdAt));
}

type NewRow = Draft & { id: string };

/** The answer about a draft that has become a code, or would have. */
export function presentNew(draft: NewRow, createdAt: Date): DrawnCode {
  return presentDrawn({ ...draft, createdAt, updatedAt: createdAt });
}

const insertRows = {
  name: "insert_codes",
  text: `INSERT INTO qr_code (account_id, environment, id, name, type, content, target, settings, short_code, is_dynamic,
      created_at, updated_at)
    SELECT $1, $2, id, name, type, content, target, settings::jsonb, short_code, short_code IS NOT NULL, now(), now()
    FROM unnest($3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
      AS c(id, name, type, content, target, settings, short_code)
    RETURNING created_at AS "createdAt"`,
};

/** The time of the transaction, which is that of all codes in it. */
async function insertCodes(tx: Transaction, caller: Caller, codes: readonly NewRow[]): Promise<Date> {
  if (codes.length === 0) return new Date(0);
  const column = (pick: (code: NewRow) => string | null) => codes.map(pick);
  const values = [
    ...ownerOf(caller),
    column(({ id }) => id),
    column(({ name }) => name),
    column(({ type }) => type),
    column(({ content }) => content),
    column(({ target }) => target),
    column(({ settings }) => JSON.stringify(settings)),
    column(({ shortCode }) => shortCode),
  ];
  const { rows } = await tx.query<{ createdAt: Date }>({ ...insertRows, values });
  return rows[0]?.createdAt as Date;
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
