import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newClient, path } from "../support/public-api";
import { findFreePort, findProcesses, type RunningService, startBuiltService } from "../support/service";

const folders: string[] = [];
const services: RunningService[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-start-"));
  folders.push(folder);
  return folder;
}

async function start(settings: Record<string, string>): Promise<RunningService> {
  const service = await startBuiltService(settings);
  services.push(service);
  return service;
}

/** Runs the service until it ends by itself. */
function runToEnd(settings: Record<string, string>): {
  status: number | null;
  stderr: string;
  stdout: string;
} {
  return spawnSync(process.execPath, ["dist/start.js"], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", NODE_ENV: "production", DATA_DIR: newFolder(), ...settings },
    timeout: 30_000,
  });
}

async function makeCode(baseUrl: string): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": newClient() },
    body: JSON.stringify({ type: "url", content: "https://example.com/" }),
  });
  const { imageUrl } = (await response.json()) as { imageUrl: string };
  return imageUrl;
}

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  for (const folder of folders) {
    expect(findProcesses(folder)).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("a start that can't succeed ends with a sentence and status 1", () => {
  it("wrong settings, all at once", () => {
    const { status, stderr, stdout } = runToEnd({
      PORT: "http",
      BASE_URL: "example.com",
      TRUSTED_PROXIES: "proxy",
    });
    expect(status).toBe(1);
    expect(stdout).toBe("");
    const lines = stderr.trim().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe("PORT must be a whole number from 1 to 65535.");
    expect(lines[1]).toMatch(/^BASE_URL must be /);
    expect(lines[2]).toMatch(/^TRUSTED_PROXIES must be /);
  });

  it("a database that is not there", async () => {
    const { status, stderr } = runToEnd({
      DATABASE_URL: `postgresql://u:canary@127.0.0.1:${await findFreePort()}/x`,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL names a database that cannot be used: .*ECONNREFUSED.*\.\n$/);
    expect(stderr).not.toContain("canary");
  });

  it("a port in use; the database that was started for it is stopped", async () => {
    const other = createServer().listen(0);
    const { port } = other.address() as { port: number };
    const { status, stderr } = runToEnd({ PORT: String(port) });
    other.close();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `Port ${port} is in use by another program; stop it or set PORT to another number.\n`,
    );
    expect(stderr).not.toMatch(/ {4}at /);
    expect(findProcesses(folders.at(-1) as string)).toEqual([]);
  });
});

describe("the embedded database", () => {
  it("survives kill -9 of the service: the next start takes it over with everything in it", async () => {
    const folder = newFolder();
    const first = await start({ DATA_DIR: folder });
    const imageUrl = await makeCode(first.baseUrl);
    first.process.kill("SIGKILL");
    await sleep(100);
    expect(findProcesses(folder).length).toBeGreaterThan(0);
    const second = await start({ DATA_DIR: folder, PORT: new URL(first.baseUrl).port });
    expect((await fetch(imageUrl)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(findProcesses(folder)).toEqual([]);
  });

  it("two services that start at once on an empty folder share one server; the last one stops it", async () => {
    const folder = newFolder();
    const [one, two] = await Promise.all([start({ DATA_DIR: folder }), start({ DATA_DIR: folder })]);
    const imageUrl = await makeCode(one.baseUrl);
    expect((await fetch(imageUrl.replace(one.baseUrl, two.baseUrl))).status).toBe(200);
    expect(findProcesses(join(folder, "database", "cluster"))).toHaveLength(1);
    expect(await one.stop()).toBe(0);
    expect((await fetch(imageUrl.replace(one.baseUrl, two.baseUrl))).status).toBe(200);
    expect(await two.stop()).toBe(0);
    expect(findProcesses(folder)).toEqual([]);
  });

  it("a second process on a database says at start that it needs a shared store for rate limits", async () => {
    const folder = newFolder();
    const first = await start({ DATA_DIR: folder });
    const second = await start({ DATA_DIR: folder });
    expect(first.output()).not.toContain("REDIS_URL");
    expect(second.output()).toContain(
      "without REDIS_URL or UPSTASH_REDIS_REST_URL each counts its rate limits alone",
    );
    await Promise.all([first.stop(), second.stop()]);
  });

  it("comes back by itself when its server ends", async () => {
    const folder = newFolder();
    const service = await start({ DATA_DIR: folder });
    const [server] = findProcesses(join(folder, "database", "cluster"));
    process.kill(Number(server?.trim().split(/\s+/)[0]), "SIGQUIT");
    const deadline = performance.now() + 20_000;
    await sleep(300);
    while ((await fetch(`${service.baseUrl}/api/health/ready`)).status !== 200) {
      expect((await fetch(`${service.baseUrl}/api/health/live`)).status).toBe(200);
      expect(performance.now()).toBeLessThan(deadline);
      await sleep(100);
    }
    expect(await makeCode(service.baseUrl)).toContain(service.baseUrl);
    expect(await service.stop()).toBe(0);
  });

  it("works in a folder that other users can't reach, and where a socket's path would be too long", async () => {
    const closed = newFolder();
    chmodSync(closed, 0o700);
    for (const dataDir of [join(closed, "data"), join(newFolder(), "d".repeat(100))]) {
      const service = await start({ DATA_DIR: dataDir });
      expect((await fetch(`${service.baseUrl}/api/health`)).status).toBe(200);
      expect(await service.stop()).toBe(0);
      const note = spawnSync("cat", [join(dataDir, "database-folder")], { encoding: "utf8" }).stdout.trim();
      if (note !== "") rmSync(note, { recursive: true, force: true });
    }
  });

  it("keeps its password to its owner", async () => {
    const folder = newFolder();
    await (await start({ DATA_DIR: folder })).stop();
    const { stdout } = spawnSync(
      "stat",
      ["-c", "%a", join(folder, "database", "password"), join(folder, "database")],
      {
        encoding: "utf8",
      },
    );
    expect(stdout).toBe("600\n700\n");
  });
});

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
