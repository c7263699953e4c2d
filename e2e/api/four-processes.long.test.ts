import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setDatabaseUrl } from "@/lib/platform/db";
import { callerOf, newAccount } from "../support/accounts";
import { openMigratedPair, type SpareServer } from "../support/database";
import { findFreePort } from "../support/free-port";
import { openPool } from "../support/pool";
import { openServices } from "../support/process/services";
import { newClient, path } from "../support/public-api";
import { type ClusterNode, type RedisCluster, startRedisCluster } from "../support/redis-server";
import type { RunningService } from "../support/service";
import { allStored, readShortCode, startVisitors, untilReplayed, verifyScans } from "../support/visitors";
import { newScannedCode, type ScannedCode } from "../support/visits";
import { ChangingClient } from "../support/webhooks/changing-clients";
import { hurryLeases } from "../support/webhooks/fast-leases";
import { verifyLedger } from "../support/webhooks/ledger";
import { allKinds, openSubscriber, until } from "../support/webhooks/subscriber";

/** Four servers with a folder each, as on four machines, with one PostgreSQL and its replica and one Redis Cluster. */
const count = 4;
const publicLimit = 100;

const opened = openServices();
const folders = Array.from({ length: count }, opened.newFolder);
const services: RunningService[] = [];
const clients: ChangingClient[] = [];
let primary: SpareServer;
let replica: SpareServer;
let cluster: RedisCluster;
let ports: number[];
let code: ScannedCode;
let shortCode: string;
let calm: () => Promise<void>;

const startServer = (place: number) =>
  opened.start({
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: replica.url,
    REDIS_URL: [...cluster.masters, ...cluster.replicas].map(({ url }) => url).join(","),
    DATA_DIR: folders[place]!,
    PORT: String(ports[place]),
    TRUSTED_PROXIES: "127.0.0.1, ::1",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    WEBHOOK_RETRY_BASE_SECONDS: "0.2",
    WEBHOOK_RETRY_FACTOR: "2",
  });

beforeAll(async () => {
  [{ primary, replica }, cluster, ports] = await Promise.all([
    openMigratedPair(),
    startRedisCluster(true),
    Promise.all(Array.from({ length: count }, findFreePort)),
  ]);
  setDatabaseUrl(primary.url);
  services.push(...(await Promise.all(ports.map((_port, place) => startServer(place)))));
  code = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
  shortCode = await readShortCode(code);
  calm = hurryLeases();
}, 180_000);

afterAll(async () => {
  await calm();
  await Promise.all(services.map((service) => service.stop()));
  await Promise.all([replica.drop().then(() => primary.drop()), cluster.stop()]);
});

/** An account whose codes are created, changed, scanned and deleted through all servers, and that receives its events. */
async function openClient(): Promise<ChangingClient> {
  const subscriber = await openSubscriber(
    { baseUrl: services[0]!.baseUrl },
    { events: allKinds, host: "127.0.0.1" },
  );
  const client = new ChangingClient(subscriber, await subscriber.newCode("Scanned"), ports);
  clients.push(client);
  return client;
}

/** Lists and charts of all servers in turn, until stopped: each status that came, 0 for a connection that broke. */
function startReaders(apiKey: string, mayCut: readonly number[]) {
  const statuses = new Set<number>();
  let isOver = false;
  const reading = Promise.all(
    ports.map(async (port, place) => {
      while (!isOver)
        for (const read of ["/qr-codes", "/scans", "/analytics?timeRange=30d"]) {
          const answer = await fetch(`http://127.0.0.1:${port}/api/v1${read}`, {
            headers: { authorization: `Bearer ${apiKey}` },
          }).catch(() => null);
          const isWhole = await answer?.arrayBuffer().then(
            () => true,
            () => false,
          );
          if (isWhole) statuses.add(answer?.status ?? 0);
          else if (!mayCut.includes(place)) statuses.add(0);
          await sleep(100);
        }
    }),
  );
  return async () => {
    isOver = true;
    await reading;
    return [...statuses].sort();
  };
}

/**
 * What goes on while something fails: visits of one code at every server, changes and reads. Afterwards every visit that was answered
 * must be stored once. Returns the statuses of reads.
 */
async function failUnderLoad(
  fail: () => Promise<unknown>,
  mayCut: readonly number[] = [],
): Promise<number[]> {
  const client = await openClient();
  const changing = client.run();
  const stopReaders = startReaders(client.subscriber.apiKey, mayCut);
  const loads = services.map((service) => startVisitors(service, shortCode));
  const untilMore = (working: typeof loads) =>
    Promise.all(
      working.map(async ({ answered }) => {
        const wanted = answered.length + 50;
        await expect.poll(() => answered.length, { timeout: 30_000 }).toBeGreaterThan(wanted);
      }),
    );
  await untilMore(loads);
  await fail();
  // Visitors leave a server that cuts their connections; its successor gets others.
  const returned = mayCut.map((place) => startVisitors(services[place]!, shortCode));
  await untilMore([...loads.filter((_, place) => !mayCut.includes(place)), ...returned]);
  await Promise.all([...loads, ...returned].map((load) => load.stop()));
  client.stop();
  await changing;
  const statuses = await stopReaders();
  for (const [place, { others }] of loads.entries())
    expect(others.filter((other) => typeof other === "number" || !mayCut.includes(place))).toEqual([]);
  for (const { others } of returned) expect(others).toEqual([]);
  await Promise.all(folders.map(untilReplayed));
  expect(await verifyScans(visits([...loads, ...returned]), code)).toEqual(allStored);
  return statuses;
}

const visits = (loads: readonly { answered: number[] }[]) => loads.flatMap(({ answered }) => answered);

/** One client's public calls through all servers at once: as many pass as one server would let. */
async function expectExactLimit(): Promise<void> {
  const client = newClient();
  const calls = Array.from({ length: publicLimit + 20 }, async (_call, at) => {
    const answer = await fetch(`http://127.0.0.1:${ports[at % count]}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": client },
      body: JSON.stringify({ type: "url", content: "https://example.com/" }),
    });
    await answer.arrayBuffer();
    return answer.status;
  });
  const statuses = await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(publicLimit);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
}

async function untilReady(): Promise<void> {
  for (const port of ports)
    await until(async () => (await fetch(`http://127.0.0.1:${port}/api/health/ready`)).status === 200);
}

/** Waits until the servers count in the cluster again. */
async function untilShared(): Promise<void> {
  for (const port of ports)
    await until(async () =>
      /^quietzone_rate_limit_degraded 0$/m.test(
        await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
      ),
    );
}

async function failMaster(place: number, fail: (node: ClusterNode) => unknown): Promise<void> {
  await fail(cluster.masters[place] as ClusterNode);
  await until(() => cluster.isPromoted(place), 30_000);
}

it("limits are exact across four servers", expectExactLimit);

it("a Redis master that is killed costs no visit and no read", { timeout: 180_000 }, async () => {
  const statuses = await failUnderLoad(() => failMaster(0, (node) => node.kill()));
  expect(statuses).toEqual([200]);
  await untilShared();
  await expectExactLimit();
});

it("a Redis master that hangs and returns costs no visit and no read", { timeout: 180_000 }, async () => {
  const statuses = await failUnderLoad(() => failMaster(1, (node) => node.pause()));
  expect(statuses).toEqual([200]);
  cluster.masters[1]?.resume();
  await untilShared();
  await expectExactLimit();
});

it("a replica that lags and is then killed costs no visit and no read", { timeout: 180_000 }, async () => {
  const statuses = await failUnderLoad(async () => {
    const onReplica = openPool(replica.url);
    await onReplica.query("SELECT pg_wal_replay_pause()");
    await sleep(3_000);
    await onReplica.end();
    replica.kill("SIGKILL");
    await sleep(3_000);
  });
  expect(statuses).toEqual([200]);
});

it.each(["SIGQUIT", "SIGKILL"] as const)(
  "a primary that dies by %s costs no visit, and reads are answered or refused with 503",
  { timeout: 180_000 },
  async (signal) => {
    const statuses = await failUnderLoad(async () => {
      primary.kill(signal);
      await sleep(1_000);
      await untilReady();
    });
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  },
);

it("a server that is killed and one that is replaced cost no answered visit", {
  timeout: 180_000,
}, async () => {
  const replace = async (place: number, signal: NodeJS.Signals) => {
    const { process } = services[place]!;
    const exited = once(process, "exit");
    process.kill(signal);
    await exited;
    services[place] = await startServer(place);
  };
  const statuses = await failUnderLoad(async () => {
    await replace(2, "SIGKILL");
    await replace(3, "SIGTERM");
  }, [2, 3]);
  expect(statuses).toEqual([200]);
  await untilReady();
  await expectExactLimit();
});

it("every change through all of it is delivered with the bytes that are stored", {
  timeout: 120_000,
}, async () => {
  const verdict = await until(async () => {
    const read = await verifyLedger(clients);
    return read.unended === 0 && read;
  }, 60_000);
  await Promise.all(clients.map(({ subscriber }) => subscriber.receiver.close()));
  expect(verdict).toMatchObject({ lost: [], extra: [], differing: [], unended: 0, undelivered: [] });
  expect(verdict.events).toBe(verdict.changes);
});
