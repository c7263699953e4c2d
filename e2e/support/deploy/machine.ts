import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { findFreePort } from "../free-port";
import { findProcesses } from "../service";

const project = new URL("../../..", import.meta.url).pathname.replace(/\/$/, "");
const script = join(project, "e2e/support/deploy/stand-ins.mjs");

/** Programs that pages call and a test runs as they are; the shell's own words are not among them. */
const realPrograms = [
  ...[
    "cat",
    "chmod",
    "cp",
    "curl",
    "date",
    "env",
    "grep",
    "gzip",
    "install",
    "ls",
    "mkdir",
    "mv",
    "node",
    "openssl",
    "ps",
    "psql",
  ],
  ...["rm", "sed", "sh", "sleep", "tar", "tail"],
];

/** Programs that need root, another machine, a daemon or the internet: why, and what tests the rest. */
export const standIns: Record<string, string> = {
  systemctl:
    "needs systemd: starts, stops and runs the units themselves, and operate.test.ts verifies their words",
  "systemd-run": "needs systemd: runs the command with the settings and folders that its flags name",
  journalctl: "needs systemd: prints what the unit's process has written",
  useradd: "needs root and a user for good: compares its flags",
  chown: "needs that user: sees that the files are there",
  git: "needs a server with the repository: links the working copy",
  npm: "a build takes minutes: compares its words, and starts what is built; the container's long test builds",
  ssh: "needs a second machine: runs the command on this one",
  docker:
    "needs a daemon: compares services, profiles and commands; compose.test.ts and container.long.test.ts do the rest",
  kubectl: "needs a cluster: sees that the files are there; kubernetes.long.test.ts decodes them",
  caddy: "listens on ports of root's: own-domains.long.test.ts runs the file that is installed",
  certbot: "needs a host that the internet reaches: compares its words, and writes empty certificates",
  nginx:
    "listens on ports of root's: sees that the certificates are there; nginx.long.test.ts runs the file that is installed",
  promtool:
    "is not packaged for Debian 12 alone: monitoring.long.test.ts reads the rules and compares them with the metrics",
  npx: "would download Inngest's server: inngest.long.test.ts runs the service with a double of it",
};

function findProgram(name: string): string {
  const { stdout } = spawnSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" });
  if (stdout === "") throw new Error(`${name} is not installed, and the operator's pages call it.`);
  return stdout.trim();
}

/** A machine of an operator's below a temporary folder: `/etc`, `/opt`, `/var/lib`, `/usr/local/bin` and `/root` lie in it. */
export class Machine {
  readonly root = mkdtempSync(join(tmpdir(), "qzm"));
  readonly #ports = { server: 0, worker: 0, spare: 0 };

  static async open(): Promise<Machine> {
    const machine = new Machine();
    machine.#ports.server = await findFreePort();
    machine.#ports.worker = await findFreePort();
    machine.#ports.spare = await findFreePort();
    // PostgreSQL runs as a user of its own and passes through.
    chmodSync(machine.root, 0o755);
    const folders = ["etc/systemd/system", "etc/nginx/conf.d", "etc/prometheus", "usr/local/bin", "programs"];
    for (const folder of [...folders, "var/lib", "var/log", "opt", "root", "run"]) {
      mkdirSync(join(machine.root, folder), { recursive: true });
    }
    for (const name of realPrograms) symlinkSync(findProgram(name), machine.path(`programs/${name}`));
    for (const name of Object.keys(standIns)) {
      const wrapper = `#!/bin/sh\nexec ${process.execPath} ${script} ${name} "$@"\n`;
      writeFileSync(machine.path(`programs/${name}`), wrapper, { mode: 0o755 });
    }
    return machine;
  }

  get origin(): string {
    return `http://localhost:${this.#ports.server}`;
  }

  path(name: string): string {
    return join(this.root, name);
  }

  log(unit: string): string {
    return readFileSync(this.path(`var/log/${unit}.log`), "utf8");
  }

  /** A block as it is run here: with this machine's folders and ports. */
  settle(block: string): string {
    const { server, worker } = this.#ports;
    return block
      .replaceAll(/(^|[\s"'=:|(-])\/(etc|opt|var\/lib|usr\/local\/bin|root)\//gm, `$1${this.root}/$2/`)
      .replaceAll(/-C \/(?=[\s)])/g, `-C ${this.root}`)
      .replaceAll(/(localhost|10\.0\.0\.1[12]|\$machine):3000/g, `localhost:${server}`)
      .replaceAll("localhost:3001", `localhost:${worker}`);
  }

  /** Runs a block in bash, which ends at the first command that fails; resolves with what it wrote, if its status is the expected one. */
  async run(block: string, input = "", expected = 0): Promise<string> {
    const { server, worker, spare } = this.#ports;
    const settings = {
      PORT: String(server),
      WORKER_PORT: String(worker),
      LOG_LEVEL: "warn",
      NODE_ENV: "production",
    };
    const child = spawn("/bin/bash", ["--norc", "-euo", "pipefail", "-c", this.settle(block)], {
      cwd: this.root,
      env: {
        NODE_ENV: "test",
        PATH: `${this.path("usr/local/bin")}:${this.path("programs")}`,
        ROOT: this.root,
        PROJECT: project,
        SPARE_PORT: String(spare),
        MACHINE_SETTINGS: JSON.stringify(settings),
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.stdin.on("error", () => {}).end(input);
    const [status] = (await once(child, "close")) as [number | null];
    expect(status, `${block}\n${output}`).toBe(expected);
    return output;
  }

  async close(): Promise<void> {
    await this.run("systemctl stop quietzone quietzone-worker").catch(() => undefined);
    expect(findProcesses(this.root)).toEqual([]);
    rmSync(this.root, { recursive: true, force: true });
  }
}
