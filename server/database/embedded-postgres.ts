import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { platform } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { log } from "@/lib/platform/log";
import { type Cluster, clusterUrl, locateCluster, openCluster } from "./cluster";
import { requireDatabaseUser } from "./postgres-runtime";
import {
  findPostmaster,
  removeStaleLocks,
  type StartedServer,
  startPostmaster,
  stopPostmaster,
} from "./postmaster";

const lockTimeoutMs = 120_000;
/** Recovery after a crash may take this long. */
const startTimeoutMs = 90_000;
const pollMs = 25;
const reconnectMs = 1_000;
const databaseName = "quietzone";
/** Names the connection by which a process says that it uses the database; the server sees it end with the process. */
export const ownerName = "quietzone owner";

/** The embedded database as its owner holds it. */
export interface EmbeddedDatabase {
  /** Good for as long as the database is held. */
  url: string;
  /** Gives the database back; the last owner stops the server and waits until its process is gone. */
  release(): Promise<void>;
}

function lastWords(logFile: string): string {
  try {
    const lines = readFileSync(logFile, "utf8").trim().split("\n");
    return lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? "";
  } catch {
    return "";
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: ownerName,
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Connects as an owner, and makes the database at the first time (SQLSTATE 3D000: no such database). */
async function connectAsOwner(cluster: Cluster): Promise<pg.Client> {
  try {
    return await connect(clusterUrl(cluster, databaseName));
  } catch (error) {
    if ((error as { code?: string }).code !== "3D000") throw error;
    const client = await connect(clusterUrl(cluster, "postgres"));
    await client.query(`CREATE DATABASE "${databaseName}"`);
    await client.end();
    return connect(clusterUrl(cluster, databaseName));
  }
}

/**
 * Brings the server up if none runs, and connects. A server that ends at once is tried again for two seconds; one
 * that refuses our password (SQLSTATE class 28) is not. Null once it isn't wanted any more: a recovery can outlast a stop.
 */
async function startAndConnect(cluster: Cluster, isWanted: () => boolean): Promise<pg.Client | null> {
  const deadline = performance.now() + startTimeoutMs;
  let attempts = 0;
  let server: StartedServer = {
    get exited() {
      return findPostmaster(cluster.paths.cluster) === null;
    },
  };
  for (;;) {
    if (server.exited) {
      // Backends of a killed server may hold its shared memory for a moment longer.
      if (attempts++ === 20)
        throw new Error(`The embedded database does not start: ${lastWords(cluster.paths.logFile)}`);
      if (attempts > 1) await sleep(100);
      removeStaleLocks(cluster.paths);
      server = startPostmaster(cluster.paths, cluster.runtime, cluster.user);
    }
    try {
      return await connectAsOwner(cluster);
    } catch (error) {
      const isRefused = (error as { code?: string }).code?.startsWith("28") === true;
      if (isRefused || performance.now() > deadline) {
        throw new Error(`The embedded database does not answer: ${(error as Error).message}`, {
          cause: error,
        });
      }
      if (!isWanted()) return null;
      await sleep(pollMs);
    }
  }
}

async function countOtherOwners(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1 AND pid <> pg_backend_pid()",
    [ownerName],
  );
  return rows[0]?.count ?? 0;
}

/** Are we alone with the server? When our own connection has broken, a new one is asked; nobody may use what it can't reach. */
async function isLastOwner(cluster: Cluster, owner: pg.Client): Promise<boolean> {
  const asked = await countOtherOwners(owner).catch(() => null);
  if (asked !== null) return asked === 0;
  if (findPostmaster(cluster.paths.cluster) === null) return true;
  const client = await connect(clusterUrl(cluster, databaseName)).catch(() => null);
  if (client === null) return true;
  const others = await countOtherOwners(client).catch(() => 0);
  await client.end();
  return others === 0;
}

/** This process's hold on the server: a connection that lasts as long as it does, and is brought back when it breaks. */
class Ownership implements EmbeddedDatabase {
  readonly url: string;
  readonly #cluster: Cluster;
  readonly #dataDir: string;
  #owner: pg.Client | undefined;
  #isReleased = false;

  constructor(cluster: Cluster, dataDir: string) {
    this.url = clusterUrl(cluster, databaseName);
    this.#cluster = cluster;
    this.#dataDir = dataDir;
  }

  async take(): Promise<void> {
    await withFolderLock(this.#dataDir, lockTimeoutMs, async () => {
      if (this.#isReleased) return;
      const owner = await startAndConnect(this.#cluster, () => !this.#isReleased);
      if (owner === null) return;
      owner.once("end", () => {
        if (!this.#isReleased) void this.#restart();
      });
      this.#owner = owner;
    });
  }

  async #restart(): Promise<void> {
    log.error({}, "the embedded database has ended; starting it again");
    while (!this.#isReleased) {
      await sleep(reconnectMs);
      try {
        await this.take();
        return;
      } catch (err) {
        log.error({ err }, "the embedded database could not be started again");
      }
    }
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    await withFolderLock(this.#dataDir, lockTimeoutMs, async () => {
      const owner = this.#owner;
      const isLast = owner === undefined || (await isLastOwner(this.#cluster, owner));
      await owner?.end().catch(() => undefined);
      if (isLast) await stopPostmaster(this.#cluster.paths.cluster);
    });
  }
}

/** Opens the PostgreSQL in `dataDir`: makes it at the first start, starts it or finds one that runs, and restarts it if it ends. */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const user = requireDatabaseUser();
  makeDataDir(dataDir, user === null ? 0o700 : 0o711);
  const cluster = await withFolderLock(dataDir, lockTimeoutMs, async () => openCluster(dataDir, user));
  const ownership = new Ownership(cluster, dataDir);
  await ownership.take();
  return ownership;
}

/** Whether some process has the PostgreSQL in `dataDir` running. */
export function isEmbeddedDatabaseRunning(dataDir: string): boolean {
  return findPostmaster(locateCluster(dataDir)) !== null;
}

/** Makes DATA_DIR folder by folder: Node's recursive mkdir never ends below /proc. Throws an Error with one sentence. */
function makeDataDir(dataDir: string, mode: number): void {
  try {
    const missing: string[] = [];
    for (let at = dataDir; !existsSync(at); at = dirname(at)) missing.unshift(at);
    for (const folder of missing) makeFolder(folder, mode);
    if (!statSync(dataDir).isDirectory()) throw Object.assign(new Error(), { code: "ENOTDIR" });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `DATA_DIR must be a folder that this user can make and write to; ${dataDir} is not (${code}).`,
      { cause: error },
    );
  }
}

function makeFolder(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process that starts may have been quicker.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

const retryMs = 50;

function listen(name: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(name, () => resolve(server));
  });
}

/**
 * Runs `work` while no other process of this machine runs work under a lock of the same folder.
 *
 * The lock is a socket in Linux's abstract namespace: the kernel frees it when its process ends, however that
 * ends, so no lock is ever stale. Elsewhere there is no such socket and work runs at once; PostgreSQL's own
 * interlock still keeps a second server off the folder.
 */
async function withFolderLock<T>(folder: string, timeoutMs: number, work: () => Promise<T>): Promise<T> {
  if (platform() !== "linux") return work();
  mkdirSync(folder, { recursive: true });
  const { dev, ino } = statSync(folder);
  const name = `\0quietzone-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 32)}`;
  const deadline = performance.now() + timeoutMs;
  let held = await listen(name);
  while (held === null) {
    if (performance.now() > deadline) {
      throw new Error(
        `Another process has been busy with the folder ${folder} for ${timeoutMs / 1000} seconds.`,
      );
    }
    await sleep(retryMs);
    held = await listen(name);
  }
  try {
    return await work();
  } finally {
    held.close();
  }
}
