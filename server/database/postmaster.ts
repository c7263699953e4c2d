import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresRuntime, SystemUser } from "./postgres-runtime";

const pollMs = 25;
const fastStopMs = 30_000;
const immediateStopMs = 10_000;

/** Settings of the embedded server; it answers on a socket in a private folder and on no network. */
const serverSettings = {
  listen_addresses: "",
  unix_socket_permissions: "0700",
  max_connections: "60",
  shared_buffers: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  full_page_writes: "on",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  log_checkpoints: "off",
  // Statements may hold content; the log names the error and not the statement.
  log_min_error_statement: "panic",
};

/** A log beyond this is renamed at the next start, in place of the one before it. */
const maxLogBytes = 10 * 1024 * 1024;

export interface ClusterPaths {
  cluster: string;
  sockets: string;
  logFile: string;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  // A zombie whose parent doesn't reap answers signals too.
  const stat = readOrNull(`/proc/${pid}/stat`);
  return stat === null || !/\) [ZX] /.test(stat);
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

function commandOf(pid: number): string {
  const command = readOrNull(`/proc/${pid}/cmdline`);
  if (command !== null) return command.replaceAll("\0", " ");
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "";
}

/** Is this folder, as the lock file names it, another one than ours? Then the lock file is a copy. */
function isElsewhere(named: string, cluster: string): boolean {
  if (!existsSync(named)) return false;
  const [there, here] = [statSync(named), statSync(cluster)];
  return there.ino !== here.ino || there.dev !== here.dev;
}

/**
 * The process that serves the cluster, also one left by a killed owner; null if none runs. The number in
 * `postmaster.pid` may have been given to an unrelated process since, so the process's command must name the folder.
 */
export function findPostmaster(cluster: string): number | null {
  const [pidLine = "", folder = ""] = (readOrNull(join(cluster, "postmaster.pid")) ?? "").split("\n");
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null;
  const command = commandOf(pid);
  const isOurs = command.includes("postgres") && command.includes(folder) && !isElsewhere(folder, cluster);
  return isOurs ? pid : null;
}

/**
 * Removes the lock files of the cluster and of its socket if no server stands behind them. PostgreSQL itself believes
 * any living process with the number in them, and would refuse to start.
 */
export function removeStaleLocks({ cluster, sockets }: ClusterPaths): void {
  if (findPostmaster(cluster) !== null) return;
  const names = readdirSync(sockets).filter((name) => name.startsWith(".s.PGSQL."));
  for (const path of [join(cluster, "postmaster.pid"), ...names.map((name) => join(sockets, name))]) {
    rmSync(path, { force: true });
  }
}

/** A server that was started; `exited` turns true when it ends. */
export interface StartedServer {
  readonly exited: boolean;
}

/**
 * Starts the server in a session of its own, so that a terminal's Ctrl-C and the death of this process don't
 * reach it: it is stopped by the last owner, or found again by the next.
 */
export function startPostmaster(
  paths: ClusterPaths,
  runtime: PostgresRuntime,
  user: SystemUser | null,
): StartedServer {
  const settings = { ...serverSettings, unix_socket_directories: paths.sockets };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const size = statSync(paths.logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size > maxLogBytes) renameSync(paths.logFile, `${paths.logFile}.old`);
  const log = openSync(paths.logFile, "a", 0o600);
  const child = spawn(runtime.postgres, ["-D", paths.cluster, ...flags], {
    cwd: paths.cluster,
    detached: true,
    stdio: ["ignore", log, log],
    env: runtime.environment,
    ...(user ?? {}),
  });
  closeSync(log);
  const state = { exited: false };
  child.once("exit", () => {
    state.exited = true;
  });
  child.once("error", () => {
    state.exited = true;
  });
  child.unref();
  return state;
}

async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await sleep(pollMs);
  }
  return true;
}

/** Stops the cluster's server, if one runs, and returns when the process is gone. Data is safe in every case. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const pid = findPostmaster(cluster);
  if (pid === null) return;
  process.kill(pid, "SIGINT");
  if (await waitForEnd(pid, fastStopMs)) return;
  process.kill(pid, "SIGQUIT");
  if (!(await waitForEnd(pid, immediateStopMs)))
    throw new Error(`PostgreSQL (process ${pid}) does not stop.`);
}
