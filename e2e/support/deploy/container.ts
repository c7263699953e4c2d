import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ImageConfig } from "./dockerfile";

const script = fileURLToPath(new URL("container.sh", import.meta.url));
const namespaces = ["--mount", "--pid", "--fork", "--kill-child"];
const patienceMs = 120_000;

/** Why this machine lets nobody make a container by hand, or null: it takes root, and namespaces of one's own. */
export function findObstacle(): string | null {
  const { status, stderr, error } = spawnSync("unshare", [
    ...namespaces,
    "mount",
    "-t",
    "tmpfs",
    "x",
    "/mnt",
  ]);
  return status === 0 ? null : (error?.message ?? String(stderr).trim());
}

export interface Ended {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A folder that a container keeps when it ends; the user of the image owns it, as Docker makes a volume. */
export function makeVolume({ uid, gid }: ImageConfig): string {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-volume-"));
  chownSync(folder, uid, gid);
  return folder;
}

/** An image's process and those that join it, in a root that cannot be written to. */
export class Container {
  readonly #child: ChildProcess;
  readonly #root: string;
  readonly #image: ImageConfig;
  readonly #environment: Record<string, string>;
  #written = "";

  /** Starts `words`, else the image's command, over the application laid out in `app`. */
  constructor(
    image: ImageConfig,
    app: string,
    volume: string,
    settings: Record<string, string>,
    words = image.command,
  ) {
    this.#image = image;
    this.#environment = { ...image.environment, ...settings };
    this.#root = mkdtempSync(join(tmpdir(), "quietzone-root-"));
    const { uid, gid } = image;
    const places = [this.#root, app, volume, String(uid), String(gid)];
    this.#child = spawn("unshare", [...namespaces, "sh", script, ...places, ...this.#pairs(), ...words]);
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (chunk: Buffer) => {
        this.#written += chunk.toString("utf8");
      });
    }
  }

  /** Everything that its first process has written. */
  get output(): string {
    return this.#written;
  }

  #pairs(): string[] {
    return Object.entries(this.#environment).map(([name, value]) => `${name}=${value}`);
  }

  /** The first process of the container, by its number outside; 0 before it has begun and once it is over. */
  #findPid(): number {
    try {
      const children = readFileSync(`/proc/${this.#child.pid}/task/${this.#child.pid}/children`, "utf8");
      return Number(children.trim().split(" ")[0]);
    } catch {
      return 0;
    }
  }

  #signal(signal: "SIGTERM" | "SIGKILL"): void {
    const pid = this.#findPid();
    // To signal 0 is to signal this test's own processes, all of them.
    if (pid === 0) return void this.#child.kill(signal);
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  /** As `docker exec`: another process in the container, as the image's user. */
  async execute(words: readonly string[]): Promise<Ended> {
    const { uid, gid, folder } = this.#image;
    const enter = ["--target", String(this.#findPid()), "--mount", "--pid", "--root", "--wd"];
    const as = ["--setuid", String(uid), "--setgid", String(gid)];
    const child = spawn("nsenter", [...enter, ...as, "env", "-C", folder, "-i", ...this.#pairs(), ...words]);
    const [stdout, stderr] = [child.stdout.toArray(), child.stderr.toArray()];
    const [status] = (await once(child, "close")) as [number | null];
    const text = async (chunks: Promise<Buffer[]>) => Buffer.concat(await chunks).toString("utf8");
    return { status, stdout: await text(stdout), stderr: await text(stderr) };
  }

  /** Waits until the image's health check succeeds, as an orchestrator does. */
  async waitUntilHealthy(): Promise<void> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      if (this.#child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`The container is not healthy.\n${this.output}`);
      }
      const { status } = await this.execute(this.#image.healthCommand);
      if (status === 0) return;
      await sleep(200);
    }
  }

  /** Waits until its first process has written this. */
  async waitFor(text: string): Promise<void> {
    const deadline = performance.now() + patienceMs;
    while (!this.output.includes(text)) {
      if (this.#child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`The container did not come to "${text}".\n${this.output}`);
      }
      await sleep(50);
    }
  }

  /** As `docker stop` (SIGTERM) or `docker kill` (SIGKILL): the status with which the first process ended. */
  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) {
      const ended = once(this.#child, "exit");
      this.#signal(signal);
      await ended;
    }
    rmSync(this.#root, { recursive: true, force: true });
    return this.#child.exitCode;
  }
}
