import { setImmediate as nextTurn } from "node:timers/promises";
import { createBatcher } from "@/lib/platform/batch-loader";
import { transaction } from "@/lib/platform/db";
import { lockClaimed } from "./queries.claim";
import type { Claim } from "./schema";

interface Question {
  claim: Claim;
  answer: (isValid: boolean) => void;
}

const confirmTogether: (question: Question) => Promise<undefined> = createBatcher({
  name: "confirm delivery",
  ask: confirmAll,
  maxBatch: 100,
  maxRunning: 2,
  maxWaiting: 10_000,
});

async function confirmAll(questions: readonly Question[]): Promise<undefined[]> {
  await transaction(async (tx) => {
    const claims = questions.map(({ claim }) => claim);
    const valid = new Set(await lockClaimed(tx, claims));
    for (const { claim, answer } of questions) answer(valid.has(claim.id));
    // The locks last until the requests have been written.
    await nextTurn();
  });
  return questions.map(() => undefined);
}

/**
 * Whether a claim is still valid: its lease has not expired, and the webhook is active and unchanged since the claim, with the
 * same address and secret. Ask right before the first byte is written, which must be in the same turn of the event loop as
 * the answer.
 */
export function mayBeSent(claim: Claim): Promise<boolean> {
  return new Promise((resolve, reject) => {
    confirmTogether({ claim, answer: resolve }).catch(reject);
  });
}
