import { setImmediate as nextTurn } from "node:timers/promises";
import { transaction } from "@/lib/platform/db";
import { createGatherer } from "@/lib/platform/gather";
import type { Claim } from "./schema";

interface Asked {
  claim: Claim;
  answer: (stands: boolean) => void;
}

/**
 * The webhooks are locked against a change while the requests begin, so that who pauses, deletes or changes one is
 * answered after the last request of before. One that is being changed already is left out rather than waited for.
 */
const confirmStatement = {
  name: "confirm_claims",
  text: `
SELECT d.id FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS claim(id, token, version)
JOIN delivery AS d ON d.id = claim.id AND d.lease_token = claim.token AND d.due_at > now()
JOIN webhook AS w ON w.id = d.webhook_id AND w.is_active AND w.activation = d.activation AND w.xmin::text = claim.version
FOR SHARE OF w SKIP LOCKED`,
};

const confirmTogether: (asked: Asked) => Promise<undefined> = createGatherer({
  name: "confirm delivery",
  ask: confirmAll,
  maxBatch: 100,
  maxRunning: 2,
  maxWaiting: 10_000,
});

async function confirmAll(asked: readonly Asked[]): Promise<undefined[]> {
  await transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      ...confirmStatement,
      values: [
        asked.map(({ claim }) => claim.id),
        asked.map(({ claim }) => claim.leaseToken),
        asked.map(({ claim }) => claim.version),
      ],
    });
    const standing = new Set(rows.map(({ id }) => id));
    for (const { claim, answer } of asked) answer(standing.has(claim.id));
    // The locks last until who was answered has written.
    await nextTurn();
  });
  return asked.map(() => undefined);
}

/**
 * Whether a claim stands: its lease is this one's and not over, and the webhook is active and as it was when it was
 * claimed, with the same address and secret. Asked right before the first byte is written, which must be in the same turn
 * of the event loop as the answer.
 */
export function mayBeSent(claim: Claim): Promise<boolean> {
  return new Promise((resolve, reject) => {
    confirmTogether({ claim, answer: resolve }).catch(reject);
  });
}
