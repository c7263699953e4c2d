import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../free-port";

const startMs = 30_000;

/** Debian's PgBouncer in front of a PostgreSQL, in one of its modes. */
export async function openPooler(
  databaseUrl: string,
  mode: "transaction" | "session",
): Promise<{ url: string; close(): Promise<void> }> {
  const { hostname, port: databasePort, pathname, username } = new URL(databaseUrl);
  const port = await findFreePort();
  const folder = mkdtempSync(join(tmpdir(), "quietzone-pooler-"));
  chmodSync(folder, 0o755);
  const settings = [
    "[databases]",
    `${pathname.slice(1)} = host=${hostname} port=${databasePort} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    "ignore_startup_parameters = extra_float_digits, statement_timeout, idle_in_transaction_session_timeout",
  ];
  writeFileSync(join(folder, "pgbouncer.ini"), `${settings.join("\n")}\n`, { mode: 0o644 });
  const asNobody = process.getuid?.() === 0 ? ["--user=nobody"] : [];
  const child = spawn("/usr/sbin/pgbouncer", ["--quiet", ...asNobody, join(folder, "pgbouncer.ini")], {
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const close = async () => {
    child.kill("SIGKILL");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + startMs;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await close();
      throw new Error("PgBouncer did not start.");
    }
    await sleep(20);
  }
  return { url: `postgresql://${username}@127.0.0.1:${port}${pathname}`, close };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
