import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { readSettings } from "@/lib/platform/env";
import { buildGoProgram } from "../../support/deploy/go-program";

const root = new URL("../../..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "quietzone-compose-"));
let program: string;

beforeAll(() => {
  program = buildGoProgram("compose", folder);
  cpSync(`${root}compose.yaml`, join(folder, "compose.yaml"));
}, 900_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const project = z.object({
  services: z
    .record(
      z.string(),
      z.object({
        environment: z.record(z.string(), z.string()).default({}),
        ports: z.array(z.object({ host_ip: z.string().optional(), published: z.string() })).default([]),
        cap_add: z.array(z.string()).default([]),
      }),
    )
    .default({}),
});

/** What Compose's own loader makes of compose.yaml beside this `.env`. */
function load(env: Record<string, string>) {
  const file = join(folder, ".env");
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(""));
  const { stdout, stderr } = spawnSync(program, [join(folder, "compose.yaml"), file], {
    encoding: "utf8",
    env: { NODE_ENV: "test", PATH: "/usr/bin:/bin" },
  });
  const services = stdout === "" ? {} : project.parse(JSON.parse(stdout)).services;
  return { stderr, services, told: (name = "app") => services[name]?.environment ?? {} };
}

const secrets = {
  BASE_URL: "https://qr.example.com",
  AUTH_SECRET: "a".repeat(44),
  ENCRYPTION_KEY: "b".repeat(44),
};
const postgres = { ...secrets, COMPOSE_PROFILES: "postgres", POSTGRES_PASSWORD: "5f3c" };

/** Every setting that the table of docs/settings.md names, in its first column or in its words. */
function listSettings(): string[] {
  const [, table = ""] = readFileSync(`${root}docs/settings.md`, "utf8").split(/^\| setting \|.*\n/m);
  const rows = table.slice(0, table.indexOf("\n\n"));
  const names = rows.matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=[^`]*)?`/g);
  return [...new Set([...names].map(([, name = ""]) => name))];
}

it.each([
  ["", []],
  ["embedded", ["app"]],
  ["external", ["app"]],
  ["postgres", ["app", "postgres"]],
  ["postgres,redis,proxy", ["app", "postgres", "proxy", "redis"]],
  ["postgres,worker", ["app", "postgres", "worker"]],
  ["postgres,inngest", ["app", "inngest", "inngest-redis", "postgres"]],
])("COMPOSE_PROFILES=%s starts %j", (profiles, names) => {
  const { services, stderr } = load({ ...postgres, COMPOSE_PROFILES: profiles });
  expect(stderr).toBe("");
  expect(Object.keys(services).sort()).toEqual(names);
});

it.each(["redis,proxy", "postgress,proxy", "embedded,inngest"])(
  "COMPOSE_PROFILES=%s starts nothing",
  (profiles) => {
    const { services, stderr } = load({ ...postgres, COMPOSE_PROFILES: profiles });
    expect([services, stderr]).toEqual([
      {},
      expect.stringMatching(/depends on undefined service "?(?:app|postgres)/),
    ]);
  },
);

it("the database is the embedded one if DATABASE_URL is set to nothing, the one it names, or the profile's", () => {
  const { told, stderr } = load({ ...secrets, COMPOSE_PROFILES: "embedded", DATABASE_URL: "" });
  expect(stderr).toBe("");
  expect(readSettings(told())).toMatchObject({ baseUrl: secrets.BASE_URL, databaseUrl: undefined });
  expect(readSettings(load(postgres).told()).databaseUrl).toBe(
    "postgresql://quietzone:5f3c@postgres:5432/quietzone",
  );
  const elsewhere = "postgresql://quietzone:x@db.example.com:5432/quietzone";
  const external = { ...secrets, COMPOSE_PROFILES: "external", DATABASE_URL: elsewhere };
  expect(readSettings(load(external).told()).databaseUrl).toBe(elsewhere);
  // With a name mistyped it is the profile's, which isn't there or refuses: never the embedded one.
  for (const profile of ["embedded", "postgres", "external"]) {
    const given = { ...secrets, COMPOSE_PROFILES: profile };
    expect(load({ ...given, DATABSE_URL: elsewhere, POSTGRES_PASSWORD: "5f3c" }).told().DATABASE_URL).toBe(
      "postgresql://quietzone:5f3c@postgres:5432/quietzone",
    );
    expect(load({ ...given, POSTGRES_PASWORD: "5f3c" }).told().DATABASE_URL).toBe(
      "postgresql://quietzone:@postgres:5432/quietzone",
    );
  }
  const both = load({ ...postgres, COMPOSE_PROFILES: "postgres,worker" });
  expect(both.told("worker").DATABASE_URL).toBe(both.told().DATABASE_URL);
});

it.each(Object.keys(secrets))("a missing %s is named", (name) => {
  const { [name as keyof typeof postgres]: _, ...others } = postgres;
  for (const env of [others, { ...others, [name]: "" }]) {
    const { services, stderr } = load(env);
    expect([services, stderr]).toEqual([{}, expect.stringContaining(`Set ${name} in .env`)]);
  }
});

it("passes on every setting from docs/settings.md and keeps other services' passwords out", () => {
  const names = listSettings();
  expect(names.length).toBeGreaterThan(45);
  const foreign = { POSTGRES_PASSWORD: "5f3c", INNGEST_POSTGRES_PASSWORD: "77aa" };
  const given: Record<string, string> = {
    ...Object.fromEntries(names.map((name) => [name, `of ${name}`])),
    ...foreign,
  };
  const { told } = load({ ...given, COMPOSE_PROFILES: "postgres,worker" });
  for (const got of [told("app"), told("worker")]) {
    expect(names.filter((name) => got[name] !== given[name]).sort()).toEqual(["DATA_DIR", "PORT"]);
    const others = Object.keys(got).filter((name) => !names.includes(name));
    expect(others.sort()).toEqual([...Object.keys(foreign), "COMPOSE_PROFILES", "NODE_ENV"].sort());
    for (const name of Object.keys(foreign)) expect(got[name]).toBe("");
    expect(JSON.stringify(got)).not.toContain(foreign.INNGEST_POSTGRES_PASSWORD);
  }
});

it("trusts the compose network, or the proxies in .env, or none when the value is empty", () => {
  const trusted = (from: Record<string, string>) => load({ ...postgres, ...from }).told().TRUSTED_PROXIES;
  expect(trusted({})).toBe("172.30.238.0/24");
  expect(trusted({ TRUSTED_PROXIES: "10.0.0.9" })).toBe("10.0.0.9");
  expect(trusted({ TRUSTED_PROXIES: "" })).toBe("");
});

it("publishes the proxy on IPv4, and every other port on this machine only", () => {
  const { services } = load({ ...postgres, COMPOSE_PROFILES: "postgres,redis,proxy,worker,inngest" });
  const published = Object.entries(services).flatMap(([name, { ports }]) =>
    ports.map(({ host_ip, published }) => `${name} ${host_ip}:${published}`),
  );
  expect(published.sort()).toEqual([
    "app 127.0.0.1:3000",
    "inngest 127.0.0.1:8288",
    "proxy 0.0.0.0:443",
    "proxy 0.0.0.0:443",
    "proxy 0.0.0.0:80",
  ]);
  expect(load({ ...postgres, PUBLISH: "10.0.0.11:3000" }).services.app?.ports).toEqual([
    { host_ip: "10.0.0.11", published: "3000" },
  ]);
  for (const [name, { cap_add }] of Object.entries(services)) {
    expect(cap_add, name).toEqual(name === "proxy" ? ["NET_BIND_SERVICE"] : []);
  }
});
