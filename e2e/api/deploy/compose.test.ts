import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
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
  restart: z.literal("unless-stopped"),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal("ALL")]),
  security_opt: z.tuple([z.literal("no-new-privileges:true")]),
  healthcheck: z.object({ test: z.array(z.string()).optional(), disable: z.boolean().optional() }).optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({ condition: z.literal("service_healthy"), required: z.boolean().optional() }),
    )
    .default({}),
  stop_grace_period: z.string(),
});
const { services } = z
  .object({ services: z.record(z.string(), service) })
  .parse(parse(readFileSync(`${root}compose.yaml`, "utf8"), { merge: true }));
const [app, worker] = [services.app, services.worker] as z.infer<typeof service>[];

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
    // Our image has a health check itself.
    const isChecked = ({ image, healthcheck }: z.infer<typeof service>) =>
      healthcheck === undefined ? image.startsWith("quietzone:") : healthcheck.disable !== true;
    for (const [name, one] of Object.entries(services)) {
      const { depends_on, image } = one;
      expect(isChecked(one), name).toBe(name !== "worker");
      expect(image.includes(":latest"), name).toBe(false);
      for (const needed of Object.keys(depends_on)) {
        expect(isChecked(services[needed] as typeof one), `${name} waits for ${needed}`).toBe(true);
      }
    }
    expect(app?.image).toBe(worker?.image);
    expect(worker?.command).toEqual(["dist/worker.js"]);
    expect(existsSync(`${root}dist/worker.js`)).toBe(true);
    // SHUTDOWN_DELAY_SECONDS may be 30, and 11 more are for what is in flight.
    expect(Number.parseInt(app?.stop_grace_period ?? "", 10)).toBeGreaterThan(41);
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
