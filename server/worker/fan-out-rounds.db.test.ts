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

it("W11: a thousand events for a webhook that is being changed keep out nobody's behind them", async () => {
  await happen(held, 1_100);
  await happen(other, 3);
  const client = openConnection("changes a webhook");
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT FROM webhook WHERE id = $1 FOR NO KEY UPDATE", [held.webhookId]);
  const rounds = new FanOutRounds();
  const first = await goOn(rounds);
  expect(first.steps).toBe(3);
  expect(first.waitMs).toBeLessThanOrEqual(100);
  expect([await countOf(held), await countOf(other)]).toEqual([0, 3]);

  // A ring meanwhile looks at what is new, and not again at what was left.
  await happen(other, 1);
  expect((await goOn(rounds)).steps).toBe(1);
  expect(await countOf(other)).toBe(4);

  const waits: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    await expect.poll(async () => (await goOn(rounds)).steps, { interval: 20 }).toBe(3);
    waits.push((await goOn(rounds)).waitMs);
  }
  expect(waits.at(-1)).toBeGreaterThan(400);

  await client.query("COMMIT");
  await client.end();
  await expect
    .poll(async () => [(await goOn(rounds)).waitMs, await countOf(held)], { timeout: 5_000 })
    .toEqual([Number.POSITIVE_INFINITY, 1_100]);
});
