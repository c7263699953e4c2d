import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@/e2e/support/free-port";
import { startBuiltService } from "@/e2e/support/service";

/** A server under measurement. */
export interface Subject {
  origin: string;
  pid: number;
}

export interface ServiceSubject extends Subject {
  /** Where its database lives; names the database's processes. */
  dataDir: string;
}

const root = new URL("..", import.meta.url).pathname;
const startMs = 30_000;

const running: (() => Promise<void>)[] = [];

/** Stops everything that was started here, and removes its data. */
export async function stopSubjects(): Promise<void> {
  await Promise.allSettled(running.splice(0).map((stop) => stop()));
}

/**
 * The production build of the service, as an operator would start it, on a database of its own. It trusts this
 * machine as its proxy, so that every request may come from another address and the public limit stops nobody.
 */
export async function startService(further: Record<string, string> = {}): Promise<ServiceSubject> {
  const dataDir = await mkdtemp(join(tmpdir(), "quietzone-bench-"));
  // The embedded database runs as another user when we are root.
  await chmod(dataDir, 0o755);
  const settings = { DATA_DIR: dataDir, TRUSTED_PROXIES: "127.0.0.1, ::1", LOG_LEVEL: "error", ...further };
  const service = await startBuiltService(settings);
  const stop = async () => {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  running.push(stop);
  return { origin: service.baseUrl.replace("localhost", "127.0.0.1"), pid: service.process.pid!, dataDir };
}

/** Builds the service if its sources are newer than dist/. */
export function buildService(): void {
  run(["server/ensure-build.mjs"], root);
}

/** node:http that only encodes and draws. */
export function startBareServer(): Promise<Subject> {
  return startBare("bare-server");
}

/** node:http that redirects everybody to one address. */
export function startBareRedirect(): Promise<Subject> {
  return startBare("bare-redirect");
}

async function startBare(name: string): Promise<Subject> {
  const port = await findFreePort();
  return startPeer(["--import", "tsx", `bench/peers/${name}.ts`, String(port)], root, port);
}

/** A Next application of its own, in production mode, with the naive handler and those that return a constant. */
export async function startNextPeer(): Promise<Subject> {
  const folder = join(root, ".data/bench-next-app");
  const next = join(root, "node_modules/next/dist/bin/next");
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, "bench/peers/next-app"), folder, { recursive: true });
  run([next, "build"], folder);
  const port = await findFreePort();
  return startPeer([next, "start", "-p", String(port), "-H", "127.0.0.1"], folder, port);
}

const peerEnvironment = () => ({
  ...process.env,
  NODE_ENV: "production" as const,
  NEXT_TELEMETRY_DISABLED: "1",
});

function run(command: string[], folder: string): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: folder,
    env: peerEnvironment(),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${command.join(" ")} failed.\n${stdout}${stderr}`);
}

async function startPeer(command: string[], folder: string, port: number): Promise<Subject> {
  const child = spawn(process.execPath, command, { cwd: folder, env: peerEnvironment(), stdio: "ignore" });
  const exited = once(child, "exit");
  const deadline = performance.now() + startMs;
  while (!(await accepts(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`${command.join(" ")} did not start.`);
    }
    await sleep(50);
  }
  running.push(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid! };
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => socket.destroy());
    socket.end();
  });
}

/** CPU time used so far, in milliseconds, by a process with all its threads and those it started (but no database). */
export function cpuMsOf(subject: Pick<Subject, "pid">): number {
  const table = readProcesses();
  return sumCpu(
    table,
    familyOf(table, subject.pid).filter((pid) => !isPostgres(pid)),
  );
}

/** CPU time used so far by the service's database server and its connections. */
export function databaseCpuMsOf(service: Pick<ServiceSubject, "dataDir">): number {
  const table = readProcesses();
  const servers = [...table.keys()].filter(
    (pid) => isPostgres(pid) && readCommand(pid).includes(service.dataDir),
  );
  return sumCpu(table, [...new Set(servers.flatMap((pid) => familyOf(table, pid)))]);
}

/** Resident memory in bytes, without the database. */
export function rssOf(subject: Subject): number {
  const status = readFileSync(`/proc/${subject.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
}

interface ProcessRow {
  parent: number;
  cpuMs: number;
}

/** Length of the kernel's tick; 100 a second on every Linux that Node runs on. */
const tickMs = 10;

function readProcesses(): Map<number, ProcessRow> {
  const table = new Map<number, ProcessRow>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readOr(`/proc/${name}/stat`);
    // The second field is the command in brackets and may hold anything; the numbers follow its last bracket.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields.length < 15) continue;
    const ticks = Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]);
    table.set(Number(name), { parent: Number(fields[1]), cpuMs: ticks * tickMs });
  }
  return table;
}

function familyOf(table: Map<number, ProcessRow>, pid: number): number[] {
  const children = [...table].filter(([, { parent }]) => parent === pid).map(([child]) => child);
  return [pid, ...children.flatMap((child) => familyOf(table, child))];
}

function sumCpu(table: Map<number, ProcessRow>, pids: number[]): number {
  return pids.reduce((sum, pid) => sum + (table.get(pid)?.cpuMs ?? 0), 0);
}

const isPostgres = (pid: number) => /postgres/.test(readCommand(pid));

const readCommand = (pid: number) => readOr(`/proc/${pid}/cmdline`).replaceAll("\0", " ");

/** Empty for a process that has just gone. */
function readOr(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
