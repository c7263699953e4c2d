import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, writeFileSync } from "node:fs";
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

/** Vite sets `BASE_URL` to "/" in its own process; it is one of our settings, and unset in tests. */
export function unsetViteBaseUrl(): void {
  Object.assign(process.env, { BASE_URL: "" });
}

/** Runs one statement; resolves with the number of its rows. */
async function run(url: string, statement: string, values: string[] = []): Promise<number> {
  requireLocal(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

async function createDatabase(url: string, options = ""): Promise<SpareDatabase> {
  const name = `quietzone_test_${randomBytes(6).toString("hex")}`;
  await run(url, `CREATE DATABASE ${name} ${options}`);
  const spare = new URL(url);
  spare.pathname = `/${name}`;
  const drop = async () => void (await run(url, `DROP DATABASE ${name} WITH (FORCE)`));
  return { url: spare.href, drop };
}

/** Creates an empty database on the server that `url` names. */
export const createSpareDatabase = (url: string): Promise<SpareDatabase> => createDatabase(url);

/** A migrated database that nobody connects to, in the template and its copies. */
const migratedName = "quietzone_test_template";

/** Creates a migrated database on the server that `url` names, the run's own unless told otherwise. */
export async function createMigratedDatabase(url = process.env.DATABASE_URL ?? ""): Promise<SpareDatabase> {
  const templates = await run(url, "SELECT FROM pg_database WHERE datname = $1", [migratedName]);
  if (templates > 0) return createDatabase(url, `TEMPLATE ${migratedName}`);
  const spare = await createDatabase(url);
  await migrate(spare.url);
  return spare;
}

/** Names the folder with the run's template to the processes of its tests. */
const templateVariable = "QUIETZONE_TEST_TEMPLATE";

/** The global setups of a run's projects are several instances of this module in one process. */
const shared = globalThis as { quietzoneTestTemplate?: Promise<void>; quietzoneTestTemplateUsers?: number };

/**
 * Prepares the run's template, a migrated cluster that is shut down: copying it takes a tenth of the time that initdb and
 * the migrations take. Resolves with the function that removes the template after its last user.
 */
export async function prepareTemplate(): Promise<() => Promise<void>> {
  shared.quietzoneTestTemplateUsers = (shared.quietzoneTestTemplateUsers ?? 0) + 1;
  shared.quietzoneTestTemplate ??= createTemplate();
  await shared.quietzoneTestTemplate;
  return async () => {
    shared.quietzoneTestTemplateUsers = (shared.quietzoneTestTemplateUsers ?? 0) - 1;
    if (shared.quietzoneTestTemplateUsers > 0) return;
    delete shared.quietzoneTestTemplate;
    await rm(process.env[templateVariable] ?? "", { recursive: true, force: true });
  };
}

async function createTemplate(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-template-"));
  const embedded = await openEmbeddedDatabase(folder);
  const template = new URL(embedded.url);
  template.pathname = `/${migratedName}`;
  // Copies are smaller with fewer spare segments of the log.
  await run(embedded.url, "ALTER SYSTEM SET min_wal_size = '32MB'");
  await run(embedded.url, "SELECT pg_reload_conf()");
  await run(embedded.url, `CREATE DATABASE ${migratedName}`);
  await migrate(template.href);
  await migrate(embedded.url);
  await embedded.release();
  process.env[templateVariable] = folder;
}

/** Gives a data directory an embedded database that is migrated, unlike one made by the service's first start. */
export function copyTemplate(dataDir: string): void {
  const template = process.env[templateVariable];
  if (template === undefined) throw new Error("no template: prepareTemplate comes first");
  execFileSync("cp", ["--archive", "--reflink=auto", `${template}/.`, dataDir]);
}

/** A server that a test may end; it is brought back as the service would. */
export interface SpareServer extends SpareDatabase {
  /** Its first process. */
  pid(): number;
  kill(signal: NodeJS.Signals): void;
}

/** Starts a server with a migrated database, in a folder that is removed with it. */
export function openMigratedServer(): Promise<SpareServer> {
  return openCopy(() => {});
}

/** The same, and a replica of it: both begin with the same files, and one follows the other by streaming. */
export async function openMigratedPair(): Promise<{ primary: SpareServer; replica: SpareServer }> {
  const primary = await openMigratedServer();
  const { hostname, username, password, port } = new URL(primary.url);
  const words = { host: decodeURIComponent(hostname), port, user: username, password };
  const address = Object.entries(words).map(([name, value]) => `${name}=${value}`);
  const replica = await openCopy((cluster) => {
    writeFileSync(join(cluster, "standby.signal"), "");
    appendFileSync(join(cluster, "postgresql.auto.conf"), `primary_conninfo = '${address.join(" ")}'\n`);
  });
  return { primary, replica };
}

async function openCopy(prepare: (cluster: string) => void): Promise<SpareServer> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-test-"));
  copyTemplate(folder);
  prepare(join(folder, "database", "cluster"));
  const embedded = await openEmbeddedDatabase(folder);
  const pid = () => findPostmaster(join(folder, "database", "cluster")) as number;
  return {
    url: embedded.url,
    pid,
    kill: (signal) => void process.kill(pid(), signal),
    async drop() {
      await embedded.release();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * For tests of one module on a real database: a new one on `DATABASE_URL` or on an embedded server, migrated. Workers
 * find it as `DATABASE_URL`, as the service would; what they send to subscribers goes to loopback, where they trust
 * the test authority and ask a name server of the run.
 */
export default async function setup(): Promise<() => Promise<void>> {
  unsetViteBaseUrl();
  const removeTemplate = await prepareTemplate();
  const { databaseUrl } = env;
  const spare =
    databaseUrl === undefined ? await openMigratedServer() : await createMigratedDatabase(databaseUrl);
  const [closeAuthority, names] = await Promise.all([openAuthority(), startDnsStub()]);
  Object.assign(process.env, {
    DATABASE_URL: spare.url,
    LOG_LEVEL: "silent",
    WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
    WEBHOOK_DNS_SERVERS: names.address,
    DOMAIN_DNS_SERVERS: names.address,
  });
  return async () => {
    await dropWorkerDatabases(spare.url);
    await Promise.all([spare.drop(), names.close(), closeAuthority(), removeTemplate()]);
  };
}

/** The database of one worker beside the run's. */
const workerName = (url: string, worker: string) => `${new URL(url).pathname.slice(1)}_worker_${worker}`;

/**
 * Gives this worker its own database beside the run's, so that files which run at once share no rows. Files of one worker run one
 * after the other and share it.
 */
export async function openWorkerDatabase(worker: string): Promise<void> {
  const { DATABASE_URL = "" } = process.env;
  const name = workerName(DATABASE_URL, worker);
  const existing = await run(DATABASE_URL, "SELECT FROM pg_database WHERE datname = $1", [name]);
  const own = new URL(DATABASE_URL);
  own.pathname = `/${name}`;
  if (existing === 0) {
    const templates = await run(DATABASE_URL, "SELECT FROM pg_database WHERE datname = $1", [migratedName]);
    await run(DATABASE_URL, `CREATE DATABASE ${name} ${templates > 0 ? `TEMPLATE ${migratedName}` : ""}`);
    if (templates === 0) await migrate(own.href);
  }
  process.env.DATABASE_URL = own.href;
}

async function dropWorkerDatabases(url: string): Promise<void> {
  for (let worker = 1; worker <= 8; worker += 1) {
    await run(url, `DROP DATABASE IF EXISTS ${workerName(url, String(worker))} WITH (FORCE)`);
  }
}
