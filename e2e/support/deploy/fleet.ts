import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../free-port";
import { type OwnServices, openOwnServices } from "../process/own-services";
import { type RedisServer, startRedis } from "../redis-server";
import { type RunningService, startBuiltService } from "../service";
import { type Balancer, openBalancer } from "./balancer";

/** Services as on several machines: one PostgreSQL, one Redis, the same secrets, each its own DATA_DIR; nginx in front. */
export interface Fleet {
  own: OwnServices;
  balancer: Balancer;
  /** What every machine is given. */
  settings: Record<string, string>;
  services: RunningService[];
  /** SIGTERM, and the same again once it has ended; the status with which it ended. */
  restart(index: number): Promise<number | null>;
  close(): Promise<void>;
}

/** What the machines share, as docs/operate/scale.md lists it. */
function sharedSettings(own: OwnServices, redis: RedisServer): Record<string, string> {
  return {
    BASE_URL: "https://qr.example.com",
    DATABASE_URL: own.databaseUrl,
    REDIS_URL: redis.url,
    AUTH_SECRET: randomBytes(32).toString("base64"),
    ENCRYPTION_KEY: randomBytes(32).toString("base64"),
    TRUSTED_PROXIES: "127.0.0.1",
  };
}

/** Opens so many services behind nginx. */
export async function openFleet(count: number, more: Record<string, string> = {}): Promise<Fleet> {
  const [own, redis] = await Promise.all([openOwnServices(0), startRedis()]);
  const settings = { ...sharedSettings(own, redis), ...more };
  const machines = await Promise.all(
    Array.from({ length: count }, async () => ({
      DATA_DIR: mkdtempSync(join(tmpdir(), "quietzone-machine-")),
      PORT: String(await findFreePort()),
    })),
  );
  const start = (machine: (typeof machines)[number]) => startBuiltService({ ...settings, ...machine });
  const services = await Promise.all(machines.map(start));
  const balancer = await openBalancer(machines.map(({ PORT }) => Number(PORT)));
  return {
    own,
    balancer,
    settings,
    services,
    async restart(index) {
      const machine = machines[index] as (typeof machines)[number];
      const status = await services[index]?.stop();
      services[index] = await start(machine);
      return status ?? null;
    },
    async close() {
      await balancer.close();
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all([own.close(), redis.stop()]);
      for (const { DATA_DIR } of machines) rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}
