import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { runAdmin } from "../support/admin";
import { listObjects } from "../support/backups/databases";
import { at, command, newTenant, type Tenant } from "../support/backups/tenants";
import { findFreePort } from "../support/free-port";
import { openServices } from "../support/process/services";
import { expectSigned, until } from "../support/webhooks/subscriber";

const services = openServices();
const folder = mkdtempSync(join(tmpdir(), "quietzone-refusals-"));
const file = join(folder, "whole.backup");
const key = "an encryption key of thirty-two characters";
const wrongKey = "another encryption key of thirty-two characters";
let settings: Record<string, string>;
let tenant: Tenant;

const newSettings = () => ({ ...settings, DATA_DIR: services.newFolder() });

beforeAll(async () => {
  settings = { DATA_DIR: services.newDataDir(), ENCRYPTION_KEY: key, WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" };
  const source = await services.start(settings);
  tenant = await newTenant(settings, source.baseUrl, { events: ["qr.created"] });
  await tenant.newCode();
  await tenant.settled(1, "delivered");
  expect(await source.stop()).toBe(0);
  await command(settings, "backup", "--to", file);
});
afterAll(async () => {
  await tenant.receiver.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one of our programs until it ends by itself. */
async function runToEnd(program: string, own: Record<string, string>): Promise<string> {
  const PORT = String(await findFreePort());
  const env = { PATH: "/usr/bin:/bin", NODE_ENV: "production", PORT, ...own } as NodeJS.ProcessEnv;
  const { status, stderr } = await new Promise<{ status: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [program], { encoding: "utf8", env }, (error, _, stderr) =>
      resolve({ status: error?.code, stderr }),
    );
  });
  expect(status).toBe(1);
  return stderr;
}

const sentence =
  /^The secrets in the database are encrypted with the encryption key with the fingerprint [\da-f]{16}, and the one in ENCRYPTION_KEY has [\da-f]{16}\. Set ENCRYPTION_KEY to what it was, or bring back DATA_DIR\/secrets\/encryption-key from where the database was used\. Only where it is lost for good: docs\/operate\/restore\.md says what is lost with it and how to go on\.$/m;

describe("encryption key of the database", () => {
  it("must match when a server or worker starts and when a backup is restored", async () => {
    const wrong = { ...settings, ENCRYPTION_KEY: wrongKey };
    expect(await runToEnd("dist/start.js", wrong)).toMatch(sentence);
    const elsewhere = { ...newSettings(), ENCRYPTION_KEY: wrongKey };
    const { status, stderr } = await runAdmin(["restore", "--from", file], elsewhere);
    expect([status, stderr.includes("Nothing was restored.")]).toEqual([1, true]);
    expect(stderr).toContain("are encrypted with the encryption key with the fingerprint");
    const server = await services.start(settings);
    expect(await runToEnd("dist/worker.js", wrong)).toMatch(sentence);
    expect(await server.stop()).toBe(0);
  });

  it("is replaced only with a new key at hand, its fingerprint named and no server running", async () => {
    const accept = async (own: Record<string, string>, lost = "unknown") => {
      const { status, stderr } = await runAdmin(["encryption-key:accept", "--lost-key", lost], own);
      expect(status).toBe(1);
      return stderr;
    };
    const { ENCRYPTION_KEY: _, ...without } = settings;
    expect(await accept(without)).toMatch(
      /^There is no encryption key here to go on with: ENCRYPTION_KEY is/,
    );
    expect(existsSync(join(settings.DATA_DIR!, "secrets", "encryption-key"))).toBe(false);
    const wrong = { ...settings, ENCRYPTION_KEY: wrongKey };
    expect(await accept(wrong)).toMatch(
      /^The key that is needed has the fingerprint [\da-f]{16}, and --lost-key/,
    );
    expect(await accept(settings)).toContain("is the database's own");
    const server = await services.start(settings);
    const { encryptionKey } = await command({}, "backup:check", "--from", file);
    expect(await accept(wrong, encryptionKey)).toMatch(
      /^Other processes use this database.*: .*quietzone server.*\. Stop servers and workers first\.$/m,
    );
    expect(await server.stop()).toBe(0);
    const restarted = await services.start(settings);
    expect(await restarted.stop()).toBe(0);
  });

  it("can be replaced when lost: deliveries wait until the owner rotates the webhook secret", async () => {
    const lost = { ...newSettings(), ENCRYPTION_KEY: wrongKey };
    const kept = (await command({}, "backup:check", "--from", file)).encryptionKey;
    const restored = await command(lost, "restore", "--from", file, "--lost-key", kept);
    expect(restored.lost).toMatchObject({ webhooks: 1, twoFactor: 0 });
    const server = await services.start(lost);
    const there = at(tenant, server.baseUrl);
    const count = there.receiver.requests.length;
    await there.newCode("After the loss");
    await until(async () => server.output().includes("a webhook's secret does not open"));
    expect((await there.deliveries())[0]).toMatchObject({ status: "pending", attempts: 0 });
    // The one before cannot sign beside it, and holds up nothing.
    const secret = await there.rotateSecret(3_600);
    await there.newCode("After the rotation");
    const sent = await there.receiver.waitFor(
      ({ number, body }) => number >= count && body.includes("After the rotation"),
    );
    expectSigned(sent, secret);
    expect(await server.stop()).toBe(0);
  });
});

describe("restore", () => {
  it("leaves an empty database when killed, and can be repeated", async () => {
    const target = newSettings();
    const embedded = await openEmbeddedDatabase(target.DATA_DIR);
    const env = { PATH: "/usr/bin:/bin", NODE_ENV: "production", ...target } as NodeJS.ProcessEnv;
    const child = execFile(process.execPath, ["dist/admin.js", "restore", "--from", file], { env });
    const exited = once(child, "exit");
    await once(child.stderr!, "data");
    child.kill("SIGKILL");
    await exited;
    await until(async () => (await listObjects(embedded.url)).length === 0);
    const { tables } = await command(target, "restore", "--from", file);
    expect(tables).toBeGreaterThan(20);
    await embedded.release();
  });

  it("rejects a damaged or truncated file and a database in use, and changes nothing", async () => {
    const target = newSettings();
    const whole = readFileSync(file);
    const bad = join(folder, "bad.backup");
    const flipped = Buffer.from(whole);
    flipped[Math.floor(whole.length / 2)]! ^= 1;
    for (const bytes of [flipped, whole.subarray(0, Math.floor(whole.length * 0.7))]) {
      writeFileSync(bad, bytes);
      const { status, stderr } = await runAdmin(["restore", "--from", bad], target);
      expect([status, stderr.includes("Nothing was restored.")]).toEqual([1, true]);
      expect((await runAdmin(["backup:check", "--from", bad], {})).stderr).toContain(
        "it is damaged or cut short",
      );
    }
    await command(target, "restore", "--from", file);
    const again = await runAdmin(["restore", "--from", file], target);
    expect(again.stderr).toMatch(
      /^A backup is restored into an empty database, and this one has \d+ tables/m,
    );
  });
});

describe("backup", () => {
  it("leaves no file when interrupted", async () => {
    const half = mkdtempSync(join(folder, "half-"));
    const env = { PATH: "/usr/bin:/bin", NODE_ENV: "production", ...settings } as NodeJS.ProcessEnv;
    const child = execFile(process.execPath, ["dist/admin.js", "backup", "--to", join(half, "x")], { env });
    const exited = once(child, "exit");
    await once(child.stderr!, "data");
    child.kill("SIGINT");
    await exited;
    // It may have been done just before the signal came: then it is whole.
    if (existsSync(join(half, "x"))) await command({}, "backup:check", "--from", join(half, "x"));
    else expect(readdirSync(half)).toEqual([]);
  });

  it("fails with an error on a database that was never used", async () => {
    const { stderr } = await runAdmin(["backup", "--to", join(folder, "none")], newSettings());
    expect(stderr).toBe("There is nothing to back up: the database has no tables.\n");
  });

  it("escapes control characters in error messages", async () => {
    const { stderr } = await runAdmin(["backup:check", "--from", join(folder, "\u001b]0;owned\u0007")], {});
    expect(stderr).toContain("\\x1b]0;owned\\x07");
    expect(stderr).toMatch(/^[ -~\n]*$/);
  });

  it("contains no key or secret", async () => {
    const unpacked = mkdtempSync(join(folder, "unpacked-"));
    cpSync(file, join(unpacked, "file.tar.gz"));
    const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
      execFile("tar", ["-xzOf", file], { maxBuffer: 1 << 28, encoding: "latin1" }, (_, out) =>
        resolve({ stdout: out }),
      );
    });
    const texts = [key, tenant.secret, tenant.apiKey, Buffer.from(key).toString("hex")];
    for (const text of texts) expect(stdout.includes(text)).toBe(false);
    expect(stdout).toContain("keepBesides");
  });
});
