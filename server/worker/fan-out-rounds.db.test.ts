import { beforeEach, expect, it } from "vitest";
import { recordStatements } from "@/e2e/support/statements";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { writeEvents } from "@/lib/events";
import { openConnection, transaction } from "@/lib/platform/db";
import { FanOutRounds } from "./engine";

withOwnDatabase();

let held: TestQueue;
let other: TestQueue;
beforeEach(async () => {
  held = await openQueue();
  other = await openQueue();
});

async function happen({ caller }: TestQueue, count: number): Promise<void> {
  const { accountId, environment } = caller;
  const event = { accountId, environment, type: "qr.created", timestamp: new Date(), data: {} } as const;
  await transaction((tx) => writeEvents(tx, Array(count).fill(event)));
}

const countOf = async (queue: TestQueue) => (await queue.deliveries()).length;

/** Steps until one says that there is time; how many statements that took, and how much time. */
async function goOn(rounds: FanOutRounds) {
  let waitMs = 0;
  const statements = await recordStatements(async () => {
    do waitMs = await rounds.step();
    while (waitMs <= 0);
  });
  return { waitMs, steps: statements.length };
}

it("W11: lets a thousand events of a locked webhook delay no other events", async () => {
  await happen(held, 1_100);
  await happen(other, 3);
  const client = openConnection("changes a webhook");
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM webhook WHERE id = $1 FOR NO KEY UPDATE", [held.webhookId]);
  let nowMs = 0;
  const rounds = new FanOutRounds(() => nowMs);
  expect(await goOn(rounds)).toEqual({ steps: 3, waitMs: 100 });
  expect([await countOf(held), await countOf(other)]).toEqual([0, 3]);

  // A ring meanwhile looks at what is new, and not again at what was left.
  await happen(other, 1);
  expect(await goOn(rounds)).toEqual({ steps: 1, waitMs: 100 });
  expect(await countOf(other)).toBe(4);

  for (const waitMs of [200, 400, 800, 1_000, 1_000]) {
    nowMs += 1_000;
    expect(await goOn(rounds)).toEqual({ steps: 3, waitMs });
  }

  await client.query("COMMIT");
  await client.end();
  nowMs += 1_000;
  expect((await goOn(rounds)).waitMs).toBe(Number.POSITIVE_INFINITY);
  expect(await countOf(held)).toBe(1_100);
});
