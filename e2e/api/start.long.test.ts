import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { findFreePort } from "../support/free-port";
import { makeCode, openServices } from "../support/process/services";
import { startRedis } from "../support/redis-server";
import { findProcesses } from "../support/service";
import { readTerminalCode } from "../support/terminal-code";

const { newFolder, newDataDir, start } = openServices();

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

describe("failed start with status 1", () => {
  it("reports every invalid setting at once", () => {
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

  it("reports an unreachable database without its password", async () => {
    const { status, stderr } = runToEnd({
      DATABASE_URL: `postgresql://u:canary@127.0.0.1:${await findFreePort()}/x`,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL names a database that cannot be used: .*ECONNREFUSED.*\.\n$/);
    expect(stderr).not.toContain("canary");
  });

  it("rejects a REDIS_URL with several servers that are not a Redis Cluster", async () => {
    const redis = await startRedis();
    onTestFinished(() => redis.stop());
    const dataDir = newDataDir();
    const { status, stderr } = runToEnd({ DATA_DIR: dataDir, REDIS_URL: `${redis.url},${redis.url}/1` });
    expect(status).toBe(1);
    expect(stderr).toContain(
      "REDIS_URL names several servers that are no Redis Cluster; name one of them, or nodes of a cluster.\n",
    );
    expect(stderr).not.toMatch(/ {4}at /);
    expect(findProcesses(dataDir)).toEqual([]);
  });

  it("reports a port in use and stops the database that it started", async () => {
    const other = createServer().listen(0);
    const { port } = other.address() as { port: number };
    const dataDir = newDataDir();
    const { status, stderr } = runToEnd({ PORT: String(port), DATA_DIR: dataDir });
    other.close();
    expect(status).toBe(1);
    expect(stderr).toContain(
      `Port ${port} is in use by another program; stop it or set PORT to another number.\n`,
    );
    expect(stderr).not.toMatch(/ {4}at /);
    expect(findProcesses(dataDir)).toEqual([]);
  });
});

describe("embedded database", () => {
  it("survives kill -9 of the service, and the next start takes it over", async () => {
    const folder = newDataDir();
    const first = await start({ DATA_DIR: folder });
    const imageUrl = await makeCode(first.baseUrl);
    const exited = once(first.process, "exit");
    first.process.kill("SIGKILL");
    await exited;
    expect(findProcesses(folder).length).toBeGreaterThan(0);
    const second = await start({ DATA_DIR: folder, PORT: new URL(first.baseUrl).port });
    expect((await fetch(imageUrl)).status).toBe(200);
    expect(await second.stop()).toBe(0);
    expect(findProcesses(folder)).toEqual([]);
  });

  it("is shared by two services that start at once, and stopped by the last one", async () => {
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

  it("starts with a warning for each misspelt setting and the right name", async () => {
    const typos = { SMPT_URL: "smtp://canary@host", TRUSTED_PROXY: "127.0.0.1", QUIETZONE_PORT: "80" };
    const service = await start({ DATA_DIR: newDataDir(), ...typos });
    for (const [name, meant] of [
      ["SMPT_URL", "SMTP_URL"],
      ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
      ["QUIETZONE_PORT", "PORT"],
    ]) {
      expect(service.output()).toContain(`${name} is not a setting; did you mean ${meant}?`);
    }
    expect(service.output()).not.toContain("canary");
  });

  it("starts with a QR code of its address on a terminal", async () => {
    const port = await findFreePort();
    const address = `http://localhost:${port}/`;
    const terminal = spawn(
      "script",
      ["--quiet", "--return", "--command", "exec node dist/start.js", "/dev/null"],
      {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: "production",
          DATA_DIR: newDataDir(),
          PORT: String(port),
          BASE_URL: address,
        },
      },
    );
    onTestFinished(() => void terminal.kill("SIGKILL"));
    const exited = once(terminal, "exit");
    let shown = "";
    terminal.stdout.setEncoding("utf8").on("data", (text) => {
      shown += text;
    });
    await expect.poll(() => shown, { timeout: 60_000 }).toContain("on a phone");
    expect(await readTerminalCode(shown)).toBe(new URL(address).origin);
    // As Ctrl-C does.
    terminal.stdin.write("\x03");
    await exited;
  });

  it("warns a second process at start that it needs a shared store for rate limits", async () => {
    const folder = newDataDir();
    const first = await start({ DATA_DIR: folder });
    const second = await start({ DATA_DIR: folder });
    expect(first.output()).not.toContain("REDIS_URL");
    expect(second.output()).toContain(
      "without REDIS_URL or UPSTASH_REDIS_REST_URL each counts its rate limits alone",
    );
    await Promise.all([first.stop(), second.stop()]);
  });

  it("restarts when its server ends", async () => {
    const folder = newDataDir();
    const service = await start({ DATA_DIR: folder });
    const servers = () =>
      findProcesses(join(folder, "database", "cluster")).map((line) => Number.parseInt(line, 10));
    const [server = 0] = servers();
    process.kill(server, "SIGQUIT");
    const deadline = performance.now() + 20_000;
    await expect.poll(servers).not.toContain(server);
    while ((await fetch(`${service.baseUrl}/api/health/ready`)).status !== 200) {
      expect((await fetch(`${service.baseUrl}/api/health/live`)).status).toBe(200);
      expect(performance.now()).toBeLessThan(deadline);
      await sleep(100);
    }
    expect(await makeCode(service.baseUrl)).toContain(service.baseUrl);
    expect(await service.stop()).toBe(0);
  });

  it("works in a private folder, and where a socket path would be too long", async () => {
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

  it("keeps its password and folder readable by their owner only", async () => {
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
