import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { openMigratedServer, type SpareServer } from "../support/database";
import { findFreePort } from "../support/free-port";
import { KilledAgain } from "../support/process/killed-again";
import { openServices } from "../support/process/services";
import { untilReplayed } from "../support/visitors";
import { ChangingClient } from "../support/webhooks/changing-clients";
import { hurryLeases } from "../support/webhooks/fast-leases";
import { verifyLedger } from "../support/webhooks/ledger";
import type { Received } from "../support/webhooks/receiver";
import { allKinds, openSubscriber, until } from "../support/webhooks/subscriber";

const services = openServices();
const dataDir = services.newFolder();
let database: SpareServer;
let settings: Record<string, string>;
let ports: number[];

beforeAll(async () => {
  database = await openMigratedServer();
  setDatabaseUrl(database.url);
  ports = [await findFreePort(), await findFreePort()];
  settings = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    WEBHOOK_RETRY_BASE_SECONDS: "0.2",
    WEBHOOK_RETRY_FACTOR: "2",
    LOG_LEVEL: "silent",
  };
});

afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

/** Every tenth event is refused at its first attempt; a request that is cut is not an answer. */
function createScript() {
  const seen = new Set<string>();
  return ({ headers, number }: Received) => {
    const id = String(headers["webhook-id"]);
    const isFirst = !seen.has(id);
    seen.add(id);
    return { status: isFirst && number % 10 === 9 ? 500 : 200, beforeHeadersMs: number % 5 === 0 ? 150 : 0 };
  };
}

/** Accounts that are each subscribed to all of their events, by a service that is stopped afterwards. */
async function openClients(count: number): Promise<ChangingClient[]> {
  const service = await services.start({ ...settings, PORT: String(ports[0]) });
  const opened = await Promise.all(
    Array.from({ length: count }, async () => {
      const stage = { baseUrl: `http://127.0.0.1:${ports[0]}` };
      const subscriber = await openSubscriber(stage, {
        events: allKinds,
        script: createScript(),
        host: "127.0.0.1",
      });
      const client = new ChangingClient(subscriber, await subscriber.newCode("Scanned"), ports);
      return client;
    }),
  );
  await service.stop();
  return opened;
}

/** Nothing is on its way any more. */
async function isQuiet(): Promise<boolean> {
  const { rows } = await sql.query<{ open: number }>(
    `SELECT (SELECT count(*) FROM event WHERE fanned_out_at IS NULL)
       + (SELECT count(*) FROM delivery WHERE due_at IS NOT NULL) AS open`,
  );
  return Number(rows[0]?.open) === 0;
}

it("200 kill -9 of server, worker and database during changes lose no event and alter no body", {
  timeout: 1_200_000,
}, async () => {
  const started = performance.now();
  const clients = await openClients(6);
  const calm = hurryLeases();
  const killing = new KilledAgain({ settings, ports, workers: 3, database, total: 200, ofEach: 20 });
  const changing = clients.map((client) => client.run());
  await killing.run();
  const killedAfter = performance.now() - started;
  await services.start({ ...settings, PORT: String(ports[0]) });
  await services.start({ ...settings, PORT: String(ports[1]) });
  for (const client of clients) client.stop();
  await Promise.all(changing);
  await untilReplayed(dataDir);
  await until(async () => (await isQuiet()) || undefined, 60_000);
  await calm();
  const verdict = await verifyLedger(clients);
  const { server, worker, database: databases } = killing.kills;
  console.warn(
    `events ${verdict.events}, delivered ${verdict.delivered}, lost ${verdict.lost.length}, extra ${verdict.extra.length}; ` +
      `changes ${verdict.changes}, sent again ${verdict.sentAgain}, at most ${verdict.mostExpiredLeases} leases of one expired; killed: server ${server}, worker ${worker}, ` +
      `database ${databases}, in ${Math.round(killedAfter / 1_000)} s of ${Math.round((performance.now() - started) / 1_000)} s`,
  );
  await Promise.all(clients.map(({ subscriber }) => subscriber.receiver.close()));
  expect(verdict).toMatchObject({ lost: [], extra: [], differing: [], unended: 0, undelivered: [] });
  expect(verdict.events).toBe(verdict.changes);
  expect(killing.total).toBeGreaterThanOrEqual(200);
});
