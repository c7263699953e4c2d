import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../free-port";

const programs = "/usr/lib/postgresql/15/bin";
const startMs = 60_000;

/** Debian's program by which statements are run. */
export const psql = join(programs, "psql");

/** Debian's PostgreSQL 15, as somebody else would run it. */
export interface DebianPostgres {
  url: string;
  /** Where its data are. */
  folder: string;
  /** What `psql` answers to a statement: a line for each row, its values between bars. */
  ask(statement: string): string;
  close(): Promise<void>;
}

/** Waits until it takes connections; throws what it wrote where it ends before, or takes too long. */
async function waitUntilReady(server: ChildProcess, port: string): Promise<void> {
  let written = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      written += chunk.toString("utf8");
    });
  }
  const deadline = performance.now() + startMs;
  while (spawnSync(join(programs, "pg_isready"), ["-h", "127.0.0.1", "-p", port]).status !== 0) {
    if (!isRunning(server) || performance.now() > deadline) {
      await end(server);
      throw new Error(`Debian's PostgreSQL did not start.\n${written}`);
    }
    await sleep(50);
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** Ends it at once, its sessions too, and waits until it is gone. */
async function end(server: ChildProcess): Promise<void> {
  if (!isRunning(server)) return;
  const exited = once(server, "exit");
  server.kill("SIGQUIT");
  await exited;
}

/** Starts one in a folder of its own, without any tables. */
export async function openDebianPostgres(): Promise<DebianPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-pg15-"));
  const isRoot = process.getuid?.() === 0;
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  const owner = isRoot ? { uid: id("-u"), gid: id("-g") } : {};
  if (isRoot) chownSync(folder, id("-u"), id("-g"));
  const data = join(folder, "data");
  const made = spawnSync(join(programs, "initdb"), ["-D", data, "-U", "owner", "-A", "trust", "--no-sync"], {
    ...owner,
    cwd: folder,
    encoding: "utf8",
  });
  if (made.stderr !== "") throw new Error(made.stderr);
  const port = String(await findFreePort());
  const settings = [`unix_socket_directories=${folder}`, "listen_addresses=127.0.0.1"];
  const flags = ["-D", data, "-p", port, ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(join(programs, "postgres"), flags, { ...owner, cwd: folder });
  await waitUntilReady(server, port);
  const url = `postgresql://owner@127.0.0.1:${port}/postgres`;
  return {
    url,
    folder,
    ask: (statement) => spawnSync(psql, [url, "-Atc", statement], { encoding: "utf8" }).stdout.trim(),
    async close() {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
