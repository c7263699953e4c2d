import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const worker = fileURLToPath(new URL("production-worker.ts", import.meta.url));

export interface ProductionCalls {
  /** `<outcome of the call>, <fault at saving>` by what was called. */
  outcomes: Record<string, string>;
  /** Connections that the receiver at each address took. */
  connections: Record<string, number>;
}

/** Why this machine lets nobody make a network of their own, or null. */
export function findObstacle(): string | null {
  const { status, stderr, error } = spawnSync("unshare", ["-Urn", "ip", "link", "set", "lo", "up"]);
  return status === 0 ? null : (error?.message ?? String(stderr).trim());
}

/**
 * Calls with production's settings (nothing let through, certificates checked) in a network namespace that has no way
 * out, where loopback has the given addresses: two public ones, then some that no call may reach.
 */
export function callAsInProduction(addresses: readonly string[]): ProductionCalls {
  const set = addresses.map((address) => `ip addr add ${address} dev lo`);
  const script = [...["ip link set lo up", ...set], 'exec "$@"'].join(" && ");
  const program = [process.execPath, "--import", "tsx", worker, ...addresses];
  const { PATH, HOME, NODE_EXTRA_CA_CERTS = "" } = process.env;
  const { stdout, stderr, status } = spawnSync("unshare", ["-Urn", "sh", "-c", script, "sh", ...program], {
    encoding: "utf8",
    env: { PATH, HOME, NODE_EXTRA_CA_CERTS, NODE_ENV: "production", LOG_LEVEL: "silent" },
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`the calls ended with status ${status}: ${stderr}`);
  return JSON.parse(stdout) as ProductionCalls;
}
