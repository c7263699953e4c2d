import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "@/lib/platform/env";
import type { Finding } from "@/server/doctor/finding";
import { Machine } from "../../support/deploy/machine";
import { blockOf, pages, readBlocks } from "../../support/deploy/operate-pages";
import { openDebianPostgres } from "../../support/process/debian-postgres";

const password = "six quiet modules\n";
const slow = 600_000;
const done: string[] = [];
const machines: Machine[] = [];
let here: Machine;

async function openMachine(): Promise<Machine> {
  const machine = await Machine.open();
  machines.push(machine);
  return machine;
}

interface RunOptions {
  on?: Machine;
  input?: string;
  /** What a page names for example, and what is there instead. */
  instead?: Record<string, string>;
  /** The exit status of a block that reports a fault. */
  status?: number;
}

/** Runs a block of a page, counted from 1. */
function run(
  page: string,
  place: number,
  { on = here, input = "", instead = {}, status = 0 }: RunOptions = {},
) {
  done.push(`${page} ${place}`);
  const block = Object.entries(instead).reduce(
    (text, [example, own]) => text.replaceAll(example, own),
    blockOf(page, place),
  );
  return on.run(block, input, status);
}

const envOf = (machine: Machine) =>
  Object.fromEntries(
    readFileSync(machine.path("etc/quietzone/env"), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

const setEnv = (machine: Machine, line: string) =>
  appendFileSync(machine.path("etc/quietzone/env"), `${line}\n`);

const json = (output: string) => JSON.parse(output.slice(output.indexOf("{"))) as Record<string, unknown>;

async function isReady(machine: Machine): Promise<boolean> {
  return (await fetch(`${machine.origin}/api/health/ready`).catch(() => null))?.ok ?? false;
}

/** What systemd has begun is ready when it is: how long that takes depends on the machine. */
const startMs = 300_000;
const waitUntilReady = (machine: Machine) =>
  expect.poll(() => isReady(machine), { timeout: startMs, interval: 200 }).toBe(true);

/** Creates something by the API, with a key of its own. */
async function create(path: string, body: object): Promise<Record<string, unknown>> {
  const { apiKey } = json(await here.run("quietzone-admin key:create --email ada@example.com --name Laptop"));
  const answer = await fetch(`${here.origin}/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return json(text);
}

/** Creates a dynamic code: its short code. */
async function makeCode(): Promise<string> {
  const content = "https://example.com/menu";
  const { shortUrl } = await create("qr-codes", { name: "Menu", type: "url", content, isDynamic: true });
  return new URL(String(shortUrl)).pathname.slice("/r/".length);
}

async function visit(machine: Machine, code: string): Promise<number> {
  return (await fetch(`${machine.origin}/r/${code}`, { redirect: "manual" })).status;
}

beforeAll(async () => {
  here = await openMachine();
}, slow);
afterAll(async () => {
  for (const machine of machines) await machine.close();
}, slow);

describe("commands in docs/operate", () => {
  let code = "";

  it(
    "install.md sets up a service with an account",
    async () => {
      await run("install", 1);
      await run("install", 2);
      expect(statSync(here.path("etc/quietzone/env")).mode & 0o777).toBe(0o600);
      expect(readSettings(envOf(here)).baseUrl).toBe("https://qr.example.com");
      // The test's client asks for this machine by its own name.
      setEnv(here, `BASE_URL_ALIASES=${new URL(here.origin).host}`);
      await run("install", 3);
      expect(await isReady(here)).toBe(true);
      // The link follows once the service is ready.
      const link = "\nhttps://qr.example.com/sign-up/operator?token=";
      await expect.poll(() => here.log("quietzone")).toContain(link);
      const status = json((await run("install", 4, { input: password })).split("}\n").slice(1).join("}\n"));
      expect(status).toMatchObject({ accounts: 1 });
      await run("install", 5);
      await run("install", 6);
      expect(readFileSync(here.path("etc/nginx/conf.d/quietzone.conf"), "utf8")).toContain("listen 443 ssl");
      code = await makeCode();
      expect(await visit(here, code)).toBe(302);
    },
    slow,
  );

  it("install.md writes compose settings that the service accepts", async () => {
    await run("install", 7);
    await run("install", 8);
    const lines = readFileSync(here.path(".env"), "utf8").trim().split("\n");
    expect(statSync(here.path(".env")).mode & 0o777).toBe(0o600);
    const settings = readSettings(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))));
    expect(settings.inngest?.baseUrl).toBe("http://inngest:8288");
    expect(lines[0]).toBe("COMPOSE_PROFILES=postgres,redis,proxy,inngest");
    await run("install", 9);
  });

  it("kubernetes.md applies the manifests in deploy/kubernetes", async () => {
    await run("kubernetes", 1);
    await run("kubernetes", 2);
    await run("kubernetes", 3);
    expect(readFileSync(here.path("kubectl.log"), "utf8")).toContain("apply -k deploy/kubernetes");
  });

  it(
    "monitor.md and traces.md show the running service",
    async () => {
      const output = await run("monitor", 1);
      expect(output).toContain('{"status":"live"}');
      expect(output).toContain('quietzone_build_info{version="');
      // The names of the example's service and mail server have no address.
      const { findings } = json(await run("monitor", 2, { status: 1 })) as { findings: Finding[] };
      const failed = findings.filter(({ status }) => status === "failed").map(({ check }) => check);
      expect(failed.sort()).toEqual(["address", "mail", "proxy"]);
      await run("monitor", 3);
      expect(existsSync(here.path("var/lib/grafana/dashboards/quietzone.json"))).toBe(true);
      await run("monitor", 4);
      await run("traces", 1);
    },
    slow,
  );

  it(
    "backup.md makes complete backups, manually and by the unit",
    async () => {
      expect(await run("backup", 1)).toContain('"isWhole": true');
      await run("backup", 2);
      expect(json(await run("backup", 3)).head).toHaveProperty("encryptionKey");
      await run("backup", 4);
      const made = readdirSync(here.path("var/lib/quietzone-backups"));
      expect(made.filter((name) => /^\d{4}-.*Z\.backup$/.test(name))).toHaveLength(1);
    },
    slow,
  );

  it(
    "upgrade.md keeps the service working",
    async () => {
      await run("upgrade", 1);
      await waitUntilReady(here);
      // The next upgrade is as simple.
      await here.run(blockOf("upgrade", 1));
      expect(await visit(here, code)).toBe(302);
      await run("upgrade", 2);
    },
    slow,
  );

  it(
    "domains.md sets up the proxies for own domains",
    async () => {
      await run("domains", 1);
      expect(readSettings(envOf(here)).domainTargets).toEqual(["203.0.113.7", "2001:db8::7"]);
      await waitUntilReady(here);
      await run("domains", 2);
      expect(existsSync(here.path("etc/caddy/Caddyfile"))).toBe(true);
      // Nobody has added the example's domain, and curl says so of a 404.
      await run("domains", 3, { status: 22 });
      // Who comes here without nginx's part of install.md has no such folder.
      rmSync(here.path("var/lib/acme"), { recursive: true, force: true });
      await run("domains", 4);
      const site = here.path("etc/nginx/conf.d/quietzone-go.example.com.conf");
      expect(readFileSync(site, "utf8")).toContain("server_name go.example.com;");
      await run("domains", 5);
      expect(existsSync(site)).toBe(false);
    },
    slow,
  );

  it(
    "abuse.md stops a code, a target and an account",
    async () => {
      const instead = { aB3dE5fG: code };
      await run("abuse", 1, { instead });
      await run("abuse", 2, { instead });
      await expect.poll(() => visit(here, code), { timeout: startMs }).toBe(410);
      await run("abuse", 3, { instead });
      await expect.poll(() => visit(here, code), { timeout: startMs }).toBe(302);
      // Nobody has the example's domain.
      await run("abuse", 4, { status: 1 });
      await run("abuse", 5, { instead: { "phishing.example": "example.com" } });
      await waitUntilReady(here);
      await expect.poll(() => visit(here, code), { timeout: startMs }).toBe(410);
      rmSync(here.path("etc/quietzone/blocklist"));
      writeFileSync(here.path("etc/quietzone/blocklist"), "");
      await here.run("quietzone-admin account:create --email mallory@example.com --plan pro", password);
      expect(await run("abuse", 6)).toContain('"email": "mallory@example.com"');
      expect(json(await here.run("quietzone-admin status"))).toMatchObject({ accounts: 1 });
    },
    slow,
  );

  it(
    "scale.md restarts servers one by one and runs a worker",
    async () => {
      await run("scale", 1);
      await run("scale", 2);
      expect(here.log("quietzone-worker")).toContain("Quietzone's worker is ready");
      await here.run("systemctl disable --now quietzone-worker");
      await run("scale", 3);
      await run("scale", 4);
    },
    slow,
  );

  it(
    "rotate-secrets.md changes the session secret and the encryption key",
    async () => {
      const before = envOf(here);
      await run("rotate-secrets", 1);
      await run("rotate-secrets", 3);
      const after = envOf(here);
      for (const name of ["AUTH_SECRET", "ENCRYPTION_KEY"]) {
        expect(after[name]).toHaveLength(44);
        expect(after[name]).not.toBe(before[name]);
      }
      await waitUntilReady(here);
    },
    slow,
  );

  it(
    "restore.md restores the data of a backup",
    async () => {
      // No worker runs, so this delivery is pending in the backup.
      await create("webhooks", { name: "Till", url: "https://93.184.215.14/till", events: ["qr.created"] });
      await makeCode();
      // With the key that the backup was made with it is a plain restore; this machine has another one by now.
      await here.run("quietzone-admin backup --to /var/lib/quietzone-backups/now2.backup");
      await run("restore", 1, { instead: { "now.backup": "now2.backup" } });
      await waitUntilReady(here);
      expect(await visit(here, code)).toBe(302);
      await run("restore", 3);
      writeFileSync(here.path("now.backup"), "");
      await run("restore", 2);
      const head = json(await here.run(blockOf("backup", 3))).head as { encryptionKey: string };
      await here.run("systemctl stop quietzone && mv /var/lib/quietzone /var/lib/quietzone-older");
      await run("restore", 4, { instead: { "0123456789abcdef": head.encryptionKey } });
    },
    slow,
  );

  it(
    "move.md moves the service to another machine",
    async () => {
      await here.run("systemctl start quietzone");
      await waitUntilReady(here);
      await run("move", 2);
      expect(await isReady(here)).toBe(false);
      const there = await openMachine();
      await there.run(blockOf("install", 1));
      await run("move", 1, { on: there });
      const file = "root/quietzone-move.tar";
      writeFileSync(there.path(file), readFileSync(here.path(file)));
      await run("move", 3, { on: there });
      expect(await visit(there, code)).toBe(302);
      expect(existsSync(there.path(file))).toBe(false);
    },
    slow,
  );

  it(
    "rotate-secrets.md changes the password of an external PostgreSQL",
    async () => {
      const postgres = await openDebianPostgres();
      try {
        const machine = await openMachine();
        postgres.ask("CREATE ROLE quietzone LOGIN PASSWORD 'old'");
        postgres.ask("CREATE DATABASE quietzone OWNER quietzone");
        const url = Object.assign(new URL(postgres.url), {
          username: "quietzone",
          password: "old",
          pathname: "/quietzone",
        });
        await machine.run(blockOf("install", 1) + blockOf("install", 2));
        setEnv(machine, `DATABASE_URL=${url.href}`);
        await machine.run(blockOf("install", 3));
        const read = () => postgres.ask("SELECT rolpassword FROM pg_authid WHERE rolname = 'quietzone'");
        const before = read();
        await run("rotate-secrets", 2, { on: machine });
        expect(read()).not.toBe(before);
        expect(envOf(machine).DATABASE_URL).toMatch(/^postgresql:\/\/quietzone:[0-9a-f]{48}@127/);
        await waitUntilReady(machine);
        await machine.run("systemctl stop quietzone");
      } finally {
        await postgres.close();
      }
    },
    slow,
  );

  it("are all run", () => {
    const all = pages.flatMap((page) => readBlocks(page).map((_, place) => `${page} ${place + 1}`));
    expect(all.filter((block) => !done.includes(block))).toEqual([]);
  });
});
