import { type CodeQuota, previewQuota, readCodeQuota } from "@/lib/accounts/quota";
import type { Caller } from "@/lib/accounts/schema";
import { type BeforeCommit, sql, transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { rememberTargets } from "@/lib/targets";
import { type Draft, draftCode } from "./draft";
import { findTakenSlugs, listKeys } from "./paths";
import type { CreatedCode, DrawnCode, NewCode } from "./schema";
import { presentNew, storeDrafts, storeTogether, withFreeShortCodes } from "./store";
import { previewTags } from "./tags";

/**
 * Draws a code and stores it, within the quota. Throws what `draftCode` does; then `slug_taken` and `quota_exceeded`.
 */
export function createCode(
  caller: Caller,
  input: NewCode,
  beforeCommit?: BeforeCommit<DrawnCode>,
): Promise<DrawnCode> {
  return withFreeShortCodes(async () => {
    // Drawn before the transaction, which locks the account.
    const draft = await draftCode(caller, input);
    // New tags are counted and slugs are taken under the account's lock, which those of others must not wait for.
    const isSimple = draft.tags.length === 0 && draft.slug === null && draft.domainId === null;
    const together = isSimple ? await storeTogether({ caller, draft, beforeCommit }) : null;
    const code = together ?? (await storeAlone(caller, draft, beforeCommit));
    rememberTargets(listKeys(draft));
    return code;
  });
}

function storeAlone(
  caller: Caller,
  draft: Draft,
  beforeCommit: BeforeCommit<DrawnCode> | undefined,
): Promise<DrawnCode> {
  return transaction(async (tx) => {
    const [code] = await storeDrafts(tx, caller, [draft]);
    if (code === undefined || code instanceof ServiceError) throw code;
    await beforeCommit?.(tx, code);
    return code;
  }, caller.accountId);
}

/** What `createCode` would answer or throw at this moment, and the effect on the quota; nothing is stored. */
export async function previewCode(caller: Caller, input: NewCode, now = new Date()): Promise<CreatedCode> {
  const draft = await draftCode(caller, input);
  const [slugFault] = await findTakenSlugs(sql, caller, [draft]);
  if (slugFault) throw slugFault;
  const [tagFault] = await previewTags(caller, [draft.tags]);
  if (tagFault) throw tagFault;
  const isDynamic = draft.shortCode !== null;
  const quota = await readCodeQuota(caller);
  const [refusal] = previewQuota(caller, quota, [{ isDynamic }]);
  if (refusal) throw refusal;
  return {
    ...presentNew(draft, newId(), now),
    dryRun: true,
    quota: describeQuotaEffect(quota, [{ isDynamic }]),
  };
}

/** A quota before and after codes that it has room for. */
export function describeQuotaEffect(
  { codes, dynamicCodes }: CodeQuota,
  granted: readonly { isDynamic: boolean }[],
): NonNullable<CreatedCode["quota"]> {
  const dynamic = granted.filter(({ isDynamic }) => isDynamic).length;
  return {
    codes: { ...codes, after: codes.used + granted.length },
    dynamicCodes: { ...dynamicCodes, after: dynamicCodes.used + dynamic },
  };
}
