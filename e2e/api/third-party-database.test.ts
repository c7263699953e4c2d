import { spawn, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCode, openServices } from "../support/process/services";
import { findFreePort } from "../support/service";

const { newFolder, start } = openServices();

describe("a PostgreSQL 15 of somebody else's", () => {
  const programs = "/usr/lib/postgresql/15/bin";
  const folder = mkdtempSync(join(tmpdir(), "quietzone-pg15-"));
  const root = process.getuid?.() === 0;
  const id = (flag: string) => Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  const owner = root ? { uid: id("-u"), gid: id("-g") } : {};
  let url = "";
  let server: ReturnType<typeof spawn>;

  beforeAll(async () => {
    const port = await findFreePort();
    if (root) chownSync(folder, id("-u"), id("-g"));
    const made = spawnSync(
      join(programs, "initdb"),
      ["-D", join(folder, "data"), "-U", "owner", "-A", "trust", "--no-sync"],
      {
        ...owner,
        cwd: folder,
        encoding: "utf8",
      },
    );
    expect(made.stderr).toBe("");
    const flags = ["-D", join(folder, "data"), "-p", String(port), "-c", `unix_socket_directories=${folder}`];
    server = spawn(join(programs, "postgres"), [...flags, "-c", "listen_addresses=127.0.0.1"], {
      ...owner,
      cwd: folder,
      stdio: "ignore",
    });
    url = `postgresql://owner@127.0.0.1:${port}/postgres`;
    while (spawnSync(join(programs, "pg_isready"), ["-h", "127.0.0.1", "-p", String(port)]).status !== 0)
      await sleep(50);
  });

  afterAll(async () => {
    server.kill("SIGQUIT");
    await sleep(200);
    rmSync(folder, { recursive: true, force: true });
  });

  it("serves the same, is migrated once by two that start at once, and is left running", async () => {
    const dataDir = newFolder();
    const both = await Promise.all([
      start({ DATABASE_URL: url, DATA_DIR: dataDir }),
      start({ DATABASE_URL: url, DATA_DIR: dataDir }),
    ]);
    const imageUrl = await makeCode(both[0].baseUrl);
    expect((await fetch(imageUrl.replace(both[0].baseUrl, both[1].baseUrl))).status).toBe(200);
    for (const service of both) expect(await service.stop()).toBe(0);
    const counted = spawnSync(
      join(programs, "psql"),
      [url, "-Atc", "SELECT count(*), count(DISTINCT migration_name) FROM _prisma_migrations"],
      { encoding: "utf8" },
    );
    const [rows, names] = counted.stdout.trim().split("|");
    expect(rows).toBe(names);
    expect(readFileSync(join(folder, "data", "postmaster.pid"), "utf8")).toContain("ready");
  });
});
