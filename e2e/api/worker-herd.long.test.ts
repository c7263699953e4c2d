import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { openSubscriber, type Subscriber } from "../support/webhooks/subscriber";
import { openWorkerStage, type WorkerStage } from "../support/webhooks/worker-stage";

const services = openServices();
const webhooks = 8;
const eventsOfEach = 200;
/** Of each of four clients of one account, whose limit is 5,000 an hour. */
const mostCalls = 1_000;
let stage: WorkerStage;

beforeAll(async () => {
  stage = await openWorkerStage(services);
});
afterAll(() => stage.close());

/** So many events that nobody has delivered yet, as changes would have written them. */
async function writeBacklog({ webhookId }: Subscriber): Promise<void> {
  await sql.query(
    `INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations)
     SELECT gen_random_uuid(), account_id, environment, 'qr.created', '{"number":' || n || '}', ARRAY[id], ARRAY[generation]
     FROM webhook, generate_series(1, $2::int) AS n WHERE id = $1`,
    [webhookId, eventsOfEach],
  );
}

/** A client that reads and writes, one call after the other, for as long as it is wanted. */
async function useApi(service: RunningService, { apiKey }: Subscriber, isOver: () => boolean) {
  const answered: { status: number; text: string }[] = [];
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${service.baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    answered.push({ status: response.status, text });
    return text === "" ? undefined : JSON.parse(text);
  };
  while (!isOver() && answered.length < mostCalls) {
    const { id } = await call("POST", "/qr-codes", { name: "Table 4", type: "text", content: "4" });
    await call("GET", "/qr-codes?limit=5");
    await call("PUT", `/qr-codes/${id}`, { name: "Table 5" });
    await call("DELETE", `/qr-codes/${id}`);
  }
  return answered;
}

it("W12: a server starting on a backlog answers every API call meanwhile and delivers each event once", {
  timeout: 180_000,
}, async () => {
  const subscribers = await Promise.all(Array.from({ length: webhooks }, () => openSubscriber(stage)));
  const tenant = await openSubscriber(stage);
  for (const subscriber of subscribers) await writeBacklog(subscriber);
  const count = () => subscribers.reduce((sum, { receiver }) => sum + receiver.requests.length, 0);
  const server = await services.start({ ...stage.settings, WORKER: "server" });
  const from = count();
  const isOver = () => count() >= webhooks * eventsOfEach;
  const answers = (await Promise.all([1, 2, 3, 4].map(() => useApi(server, tenant, isOver)))).flat();
  // A call for every forty deliveries at least, however slow the machine is: neither waits for the other's end.
  expect(answers.length).toBeGreaterThanOrEqual((webhooks * eventsOfEach - from) / 40);
  expect(answers.filter(({ status }) => status >= 300)).toEqual([]);
  for (const { receiver } of subscribers) {
    expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(eventsOfEach);
    expect(receiver.mostOpen).toBeLessThanOrEqual(8);
  }
  expect(await server.stop()).toBe(0);
  expect(count()).toBe(webhooks * eventsOfEach);
});
