import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readSettings } from "@/lib/platform/env";
import { configOf, readDockerfile, wordsOf } from "../../support/deploy/dockerfile";
import { startRedis } from "../../support/redis-server";

const root = new URL("../../..", import.meta.url).pathname;
const { args, stages } = readDockerfile(`${root}Dockerfile`);
const runtime = stages.at(-1) as (typeof stages)[number];
const ignored = readFileSync(`${root}.dockerignore`, "utf8").split("\n");

const service = z.object({
  image: z.string(),
  user: z.string().optional(),
  profiles: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.strictObject({ path: z.literal(".env"), required: z.literal(false) })).default([]),
  ports: z.array(z.string()).default([]),
  restart: z.literal("unless-stopped"),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.literal("service_healthy") })).default({}),
  stop_grace_period: z.string(),
});
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(readFileSync(`${root}compose.yaml`, "utf8"), { merge: true }));
const [app, worker] = [services.app, services.worker] as z.infer<typeof service>[];

/** A value as compose fills it in from `.env`: after `:-` and `:?` an empty one counts as none, after `-` it is one. */
function fill(value: string, from: Record<string, string>): string {
  return value.replaceAll(/\$\{(\w+)(?:(:[-?]|-)([^}]*))?\}/g, (_, name: string, kind = "-", rest = "") => {
    const given = from[name] ?? "";
    const isGiven = kind === "-" ? name in from : given !== "";
    if (!isGiven && kind === ":?") throw new Error(`${name}: ${rest}`);
    return isGiven ? given : rest;
  });
}
/** What a service is told: `.env` where it reads that, and over it what compose.yaml itself says. */
function told(
  one: z.infer<typeof service> | undefined,
  from: Record<string, string>,
): Record<string, string> {
  const own = Object.entries(one?.environment ?? {}).map(([name, value]) => [name, fill(value, from)]);
  return { ...(one?.env_file.length ? from : {}), ...Object.fromEntries(own) };
}

/** Every setting that the table of docs/settings.md names, in its first column or in its words. */
function listSettings(): string[] {
  const [, table = ""] = readFileSync(`${root}docs/settings.md`, "utf8").split(/^\| setting \|.*\n/m);
  const rows = table.slice(0, table.indexOf("\n\n"));
  return [
    ...new Set(
      [...rows.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=[^`]*)?`/g)].map(([, name = ""]) => name),
    ),
  ];
}

/** The least that `.env` holds. */
const secrets = {
  BASE_URL: "https://qr.example.com",
  POSTGRES_PASSWORD: "5f3c",
  AUTH_SECRET: "a".repeat(44),
  ENCRYPTION_KEY: "b".repeat(44),
};

describe("Dockerfile", () => {
  it("builds on a pinned Node LTS image", () => {
    expect(args.get("NODE_IMAGE")).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/);
    const own = new Set(stages.map(({ name }) => name));
    for (const { base } of stages) expect(/^\$\{NODE_IMAGE\}$/.test(base) || own.has(base), base).toBe(true);
  });

  it("runs as a numeric non-root user in exec form, with a health check in Node", () => {
    const { uid, gid, command, healthCommand, folder } = configOf(runtime);
    expect([uid, gid, folder]).toEqual([1000, 1000, "/app"]);
    expect(command).toEqual(["node", "dist/start.js"]);
    expect(healthCommand[0]).toBe("node");
    expect(wordsOf(runtime, "STOPSIGNAL")).toEqual(["SIGTERM"]);
  });

  it("contains no secret and copies only named paths", () => {
    const text = readFileSync(`${root}Dockerfile`, "utf8");
    expect(text).not.toMatch(/(?:PASSWORD|SECRET|TOKEN|_KEY|DATABASE_URL)\s*=/);
    for (const words of wordsOf(runtime, "COPY")) expect(words).not.toMatch(/(?:^|\s)\.\s/);
  });

  it("receives every build source through .dockerignore, and no local files", () => {
    const allowed = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
    const stamped = /const sources = \[([^\]]+)\]/.exec(
      readFileSync(`${root}server/build-stamp.mjs`, "utf8"),
    )?.[1];
    const sources = [...(stamped ?? "").matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name);
    expect(ignored).toContain("*");
    expect(sources.length).toBeGreaterThan(10);
    for (const source of sources) expect(allowed, source).toContain(source);
    for (const words of wordsOf(runtime, "COPY").filter((one) => !one.startsWith("--from="))) {
      for (const source of words.split(/\s+/).slice(0, -1)) {
        expect(existsSync(`${root}${source}`), source).toBe(true);
        expect(allowed).toContain(source.split("/")[0]);
      }
    }
    for (const name of [".git", ".env", ".data", "node_modules", "e2e"]) expect(allowed).not.toContain(name);
  });
});

describe("compose.yaml", () => {
  it("hardens every service, waits for healthy ones and defines a health check for each", () => {
    for (const [name, { depends_on, healthcheck, image }] of Object.entries(services)) {
      const isOwn = image.startsWith("quietzone:");
      // The image itself has a health check.
      expect(healthcheck !== undefined || isOwn, name).toBe(true);
      expect(image.includes(":latest"), name).toBe(false);
      for (const needed of Object.keys(depends_on)) {
        expect(services[needed]?.healthcheck?.test, `${name} waits for ${needed}`).toBeDefined();
      }
    }
    expect(app?.image).toBe(worker?.image);
    expect(worker?.command).toEqual(["dist/worker.js"]);
    expect(existsSync(`${root}dist/worker.js`)).toBe(true);
    // SHUTDOWN_DELAY_SECONDS may be 30, and 11 more are for what is in flight.
    expect(Number.parseInt(app?.stop_grace_period ?? "", 10)).toBeGreaterThan(41);
  });

  it("publishes ports on this machine only", () => {
    const published = Object.values(services).flatMap(({ ports }) => ports.map((port) => fill(port, {})));
    expect(published.length).toBeGreaterThan(0);
    for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it("starts with four values in .env and names a missing one", () => {
    const settings = readSettings(told(app, secrets));
    expect(settings).toMatchObject({ baseUrl: "https://qr.example.com", redisUrl: "redis://redis:6379" });
    expect(settings.databaseUrl).toBe("postgresql://quietzone:5f3c@postgres:5432/quietzone");
    expect(readSettings(told(worker, secrets)).encryptionKey).toBe(secrets.ENCRYPTION_KEY);
    for (const name of Object.keys(secrets)) {
      expect(() => told(app, { ...secrets, [name]: "" })).toThrow(`${name}: Set ${name} in .env`);
    }
  });

  it("passes on every setting from docs/settings.md and keeps other services' passwords out", () => {
    const names = listSettings();
    expect(names.length).toBeGreaterThan(45);
    const foreign = { POSTGRES_PASSWORD: "5f3c", INNGEST_POSTGRES_PASSWORD: "77aa" };
    const given = { ...Object.fromEntries(names.map((name) => [name, `of ${name}`])), ...foreign };
    for (const one of [app, worker]) {
      const got = told(one, given);
      const settled = names.filter((name) => got[name] !== given[name as keyof typeof given]);
      const own = ["PORT", "DATA_DIR", "DATABASE_URL", ...(one === app ? ["REDIS_URL"] : [])];
      expect(settled.sort()).toEqual(own.sort());
      const others = Object.keys(got).filter((name) => !names.includes(name));
      expect(others.sort()).toEqual([...Object.keys(foreign), "NODE_ENV"].sort());
      for (const name of Object.keys(foreign)) expect(got[name]).toBe("");
      expect(JSON.stringify(got)).not.toContain(foreign.INNGEST_POSTGRES_PASSWORD);
    }
  });

  it("trusts the compose network, or the proxies in .env, or none when the value is empty", () => {
    const networks = (from: Record<string, string>) =>
      readSettings(told(app, { ...secrets, ...from })).trustedProxies.length;
    expect(told(app, secrets).TRUSTED_PROXIES).toBe("172.30.238.0/24");
    expect(told(app, { ...secrets, TRUSTED_PROXIES: "10.0.0.9" }).TRUSTED_PROXIES).toBe("10.0.0.9");
    expect([networks({}), networks({ TRUSTED_PROXIES: "" })]).toEqual([1, 0]);
  });

  it.each(["redis", "inngest-redis"])(
    "has a %s whose command starts and whose health check succeeds",
    async (name) => {
      const { command = [], healthcheck } = services[name] as z.infer<typeof service>;
      expect(command[0]).toBe("redis-server");
      const server = await startRedis();
      try {
        await server.kill();
        await server.start(...command.slice(1));
        const [, program = "", ...words] = healthcheck?.test ?? [];
        const { stdout } = spawnSync(program, ["-p", String(server.port), ...words], { encoding: "utf8" });
        expect(stdout.trim()).toBe("PONG");
      } finally {
        await server.stop();
      }
    },
  );

  it("checks Inngest with bash, as its image has no curl", async () => {
    const { healthcheck } = services.inngest as z.infer<typeof service>;
    const [, program = "", ...words] = healthcheck?.test ?? [];
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const ask = () =>
      spawnSync(
        program,
        words.map((word) => word.replace("8288", String(port))),
      ).status;
    expect([program, ask()]).toEqual(["bash", 0]);
    await once(server.close(), "close");
    expect(ask()).not.toBe(0);
  });
});
