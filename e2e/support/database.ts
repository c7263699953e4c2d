import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { env } from "@/lib/platform/env";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { migrate } from "@/server/database/migrate";
import { findPostmaster } from "@/server/database/postmaster";
import { openAuthority } from "./webhooks/authority";
import { startDnsStub } from "./webhooks/dns-stub";

/** A database that a test run may fill and that is gone afterwards. */
export interface SpareDatabase {
  url: string;
  drop(): Promise<void>;
}

const local = /^(?:|localhost|127\.\d+\.\d+\.\d+|\[::1\]|%2f.*)$/i;

/** Tests write and delete: they touch no server but one on this machine. */
export function requireLocal(databaseUrl: string): void {
  const { hostname, searchParams } = new URL(databaseUrl);
  if (!local.test(hostname) || !/^(?:$|\/|localhost$|127\.)/.test(searchParams.get("host") ?? "")) {
    throw new Error(
      "Tests run on a database of this machine only; unset DATABASE_URL or point it to localhost.",
    );
  }
}

/** Vite sets `BASE_URL` to "/" in its own process; it is a setting of ours, and unset in tests. */
export function unsetViteBaseUrl(): void {
  Object.assign(process.env, { BASE_URL: "" });
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A new, empty database on the server that `url` names. */
export async function createSpareDatabase(url: string): Promise<SpareDatabase> {
  requireLocal(url);
  const name = `quietzone_test_${randomBytes(6).toString("hex")}`;
  await run(url, `CREATE DATABASE ${name}`);
  const spare = new URL(url);
  spare.pathname = `/${name}`;
  return { url: spare.href, drop: () => run(url, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** The same with our tables, for what other tests must not see. */
export async function createMigratedDatabase(): Promise<SpareDatabase> {
  const spare = await createSpareDatabase(process.env.DATABASE_URL ?? "");
  await migrate(spare.url);
  return spare;
}

/** A server that a test may end; it is brought back as the service would. */
export interface SpareServer extends SpareDatabase {
  kill(signal: NodeJS.Signals): void;
}

/** A server of our own in a folder that is removed with it. */
export async function openSpareServer(): Promise<SpareServer> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-test-"));
  const embedded = await openEmbeddedDatabase(folder);
  return {
    url: embedded.url,
    kill(signal) {
      process.kill(findPostmaster(join(folder, "database", "cluster")) as number, signal);
    },
    async drop() {
      await embedded.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server of our own with our tables. */
export async function openMigratedServer(): Promise<SpareServer> {
  const server = await openSpareServer();
  await migrate(server.url);
  return server;
}

/**
 * For tests of one module on a real database: a new one on `DATABASE_URL` or on an embedded server, migrated. Workers
 * find it as `DATABASE_URL`, as the service would; what they send to subscribers goes to loopback, where they trust
 * the test authority and ask a name server of the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  unsetViteBaseUrl();
  const { databaseUrl } = env;
  const spare = databaseUrl === undefined ? await openSpareServer() : await createSpareDatabase(databaseUrl);
  await migrate(spare.url);
  const [closeAuthority, names] = await Promise.all([openAuthority(), startDnsStub()]);
  Object.assign(process.env, {
    DATABASE_URL: spare.url,
    LOG_LEVEL: "silent",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    WEBHOOK_DNS_SERVERS: names.address,
  });
  return async () => {
    await Promise.all([spare.drop(), names.close(), closeAuthority()]);
  };
}
