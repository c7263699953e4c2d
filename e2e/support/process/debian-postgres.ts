import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "../service";

const programs = "/usr/lib/postgresql/15/bin";

/** Debian's PostgreSQL 15, as somebody else would run it. */
export interface DebianPostgres {
  url: string;
  /** Where its data are. */
  folder: string;
  /** What `psql` answers to a statement: a line for each row, its values between bars. */
  ask(statement: string): string;
  close(): Promise<void>;
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
  const server = spawn(join(programs, "postgres"), flags, { ...owner, cwd: folder, stdio: "ignore" });
  while (spawnSync(join(programs, "pg_isready"), ["-h", "127.0.0.1", "-p", port]).status !== 0)
    await sleep(50);
  const url = `postgresql://owner@127.0.0.1:${port}/postgres`;
  return {
    url,
    folder,
    ask: (statement) =>
      spawnSync(join(programs, "psql"), [url, "-Atc", statement], { encoding: "utf8" }).stdout.trim(),
    async close() {
      server.kill("SIGQUIT");
      await sleep(200);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
