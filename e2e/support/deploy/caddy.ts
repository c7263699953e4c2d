import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { findFreePort } from "../free-port";

const version = "2.8.4";
const file = new URL("../../../deploy/Caddyfile", import.meta.url);

/** Caddy 2.8, which Debian 12 is too old for: built once through the module proxy and kept in the user's cache. */
function buildCaddy(): string {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  const folder = join(cache, "quietzone", `caddy-${version}`);
  const program = join(folder, "caddy");
  if (existsSync(program)) return program;
  const made = mkdtempSync(join(tmpdir(), "quietzone-go-"));
  const words = ["install", `github.com/caddyserver/caddy/v2/cmd/caddy@v${version}`];
  const { status, error, stderr } = spawnSync("go", words, {
    cwd: made,
    env: { ...process.env, GOBIN: made },
    encoding: "utf8",
  });
  if (error !== undefined) throw new Error("go is missing: install Go 1.21 or later, which builds Caddy.");
  if (status !== 0) throw new Error(`Caddy could not be built.\n${stderr}`);
  mkdirSync(folder, { recursive: true });
  spawnSync("cp", [join(made, "caddy"), `${program}.${process.pid}`]);
  renameSync(`${program}.${process.pid}`, program);
  rmSync(made, { recursive: true });
  return program;
}

/** Caddy as `deploy/Caddyfile` sets it up, with its internal authority in place of a public one. */
export interface Caddy {
  /** Of https, on loopback. */
  port: number;
  /** Of plain HTTP. */
  plainPort: number;
  /** Of its own API. */
  adminPort: number;
  /** The certificate of its authority. */
  readRoot(): string;
  /** Everything that it has written. */
  output(): string;
  close(): Promise<void>;
}

/** Starts Caddy in front of a service on this port of this machine, by the variables that compose.yaml sets. */
export function startCaddy(servicePort: number, baseUrl: string): Promise<Caddy> {
  const server = `127.0.0.1:${servicePort}`;
  const variables = { BASE_URL: baseUrl, SERVERS: server, PERMISSION_SERVER: server };
  return runCaddy(readFileSync(file, "utf8"), variables);
}

/** Starts Caddy with a Caddyfile. */
export async function runCaddy(text: string, variables: Record<string, string> = {}): Promise<Caddy> {
  const program = buildCaddy();
  const folder = mkdtempSync(join(tmpdir(), "quietzone-caddy-"));
  const [port, plainPort, adminPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const own = `storage file_system ${folder}/data\n admin 127.0.0.1:${adminPort}\n local_certs\n skip_install_trust\n http_port ${plainPort}\n https_port ${port}\n default_bind 127.0.0.1\n`;
  const settled = /^\{\n/m.test(text) ? text.replace(/^\{\n/m, `{\n ${own}`) : `{\n ${own}}\n${text}`;
  writeFileSync(join(folder, "Caddyfile"), settled);
  const words = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  const child = spawn(program, words, { env: { ...process.env, HOME: folder, ...variables } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`Caddy ended.\n${output}`);
      await fetch(`http://127.0.0.1:${plainPort}`, { redirect: "manual" });
    },
    { timeout: 20_000 },
  );
  return {
    port,
    plainPort,
    adminPort,
    readRoot: () => readFileSync(join(folder, "data/pki/authorities/local/root.crt"), "utf8"),
    output: () => output,
    async close() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      rmSync(folder, { recursive: true });
    },
  };
}
