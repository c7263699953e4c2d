import { transaction } from "@/lib/platform/db";
import { dueAtLatest } from "../lane";
import { retryLocked } from "./retry-locked";
import type { Claim } from "./schema";

const releaseStatement = {
  name: "release_claims",
  text: `
WITH mine AS MATERIALIZED (
  SELECT d.id FROM delivery AS d JOIN unnest($1::uuid[], $2::uuid[]) AS claim(id, token)
    ON d.id = claim.id AND d.lease_token = claim.token AND d.due_at IS NOT NULL
  ORDER BY d.id FOR UPDATE OF d)
UPDATE delivery AS d SET lease_token = NULL, due_at = now() + $3::float8 * interval '1 millisecond'
FROM mine WHERE d.id = mine.id`,
};

const pokeLanes = {
  name: "poke_lanes",
  text: `
WITH lane AS MATERIALIZED (
  SELECT webhook_id FROM webhook_lane WHERE webhook_id = ANY($1::uuid[]) ORDER BY webhook_id FOR UPDATE)
UPDATE webhook_lane AS l SET ${dueAtLatest("now() + $2::float8 * interval '1 millisecond'")}
FROM lane WHERE l.webhook_id = lane.webhook_id`,
};

/** Gives leases back: what they were for can be claimed again at once, by anybody, and no lease counts as lost. */
export async function releaseClaims(claims: readonly Claim[]): Promise<void> {
  await releaseLater(claims, 0);
}

/** The same, to be claimed after so many milliseconds. */
export async function releaseLater(claims: readonly Claim[], delayMs: number): Promise<void> {
  const [first] = claims;
  if (first === undefined) return;
  await retryLocked(first, () => releaseAll(claims, delayMs));
}

function releaseAll(claims: readonly Claim[], delayMs: number): Promise<void> {
  return transaction(async (tx) => {
    const ids = claims.map(({ id }) => id);
    const tokens = claims.map(({ leaseToken }) => leaseToken);
    await tx.query({ ...releaseStatement, values: [ids, tokens, delayMs] });
    const webhooks = claims.map(({ webhookId }) => webhookId);
    await tx.query({ ...pokeLanes, values: [webhooks, delayMs] });
  });
}
