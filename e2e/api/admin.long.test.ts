import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { requestPlan } from "@/lib/accounts";
import { sql } from "@/lib/platform/db";
import { callerOf, newAccount } from "../support/accounts";
import { runAdmin } from "../support/admin";
import { openServices } from "../support/process/services";
import { type RunningService, startBuiltService } from "../support/service";

const { newDataDir } = openServices();
const folder = newDataDir();

const password = "six quiet modules";

/** The one document of a command that succeeds. */
async function runWell(words: string[], settings: Record<string, string>) {
  const { status, stdout, stderr } = await runAdmin(words, settings);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe("admin commands with no server running", () => {
  const embedded = { DATA_DIR: folder };
  const email = "ada@example.com";

  it("prints the status as one JSON document", async () => {
    expect(await runWell(["status"], embedded)).toMatchObject({
      database: { isEmbedded: true, version: expect.stringMatching(/^18\./) },
      migrations: expect.arrayContaining([expect.stringMatching(/_init$/)]),
      publicCodes: { stored: 0, expired: 0 },
      accounts: 0,
      apiKeys: 0,
      codes: 0,
      webhooks: { engine: "postgres", activeWebhooks: 0, eventsWaiting: 0, deliveriesWaiting: 0 },
      dataDir: folder,
    });
  });

  it("reads a password from standard input, or from a terminal without echoing it", async () => {
    const words = ["account:create", "--email", "piped@example.com", "--plan", "free"];
    expect((await runAdmin(words, embedded)).stderr).toMatch(/^No password was given: /);
    const piped = await runAdmin(words, embedded, `${password}\n`);
    expect(piped.status, piped.stderr).toBe(0);
    expect(JSON.parse(piped.stdout)).toMatchObject({ email: "piped@example.com", plan: "free" });

    const line = "npm run --silent admin -- account:create --email typed@example.com --plan free";
    const terminal = spawn("script", ["--quiet", "--return", "--command", line, "/dev/null"], {
      env: { PATH: process.env.PATH, NODE_ENV: "production", HOME: folder, ...embedded },
    });
    let shown = "";
    terminal.stdout.on("data", (chunk) => {
      shown += chunk;
    });
    for (const question of ["Password: ", "Repeat password: "]) {
      await expect.poll(() => shown, { timeout: 60_000 }).toContain(question);
      terminal.stdin.write(`${password}\r`);
    }
    const [status] = await once(terminal, "close");
    expect(status, shown).toBe(0);
    expect(shown).toContain('"email": "typed@example.com"');
    expect(shown).not.toContain(password);
  });

  it("creates an account and a key that a server started later accepts", async () => {
    const words = [
      "account:create",
      "--email",
      " Ada@EXAMPLE.com",
      "--password",
      password,
      "--plan=developer",
    ];
    const account = await runWell([...words, "--name", "Ada"], embedded);
    expect(account).toEqual({
      accountId: expect.any(String),
      userId: expect.any(String),
      email,
      plan: "developer",
    });
    const key = await runWell(["key:create", "--email", email, "--name", "Laptop"], embedded);
    expect(key).toMatchObject({
      id: expect.any(String),
      apiKey: expect.stringMatching(/^qr_live_[0-9A-Za-z]{38}$/),
      permissions: ["qr:read", "qr:write", "analytics:read", "webhooks:manage"],
      environment: "production",
      rateLimit: 5_000,
      expiresAt: null,
    });
    const service = await startBuiltService(embedded);
    const headers = { authorization: `Bearer ${key.apiKey}` };
    const answer = await fetch(`${service.baseUrl}/api/v1/api-keys`, { headers });
    expect(answer.status).toBe(200);
    expect(await service.stop()).toBe(0);
    const shown = await runWell(["account:show", "--email", email], embedded);
    expect(shown).toMatchObject({ ...account, name: "Ada", usage: { keys: { used: 1, limit: 20 } } });
    // Its use was written by the time the server had stopped.
    expect(shown.keys).toMatchObject([{ id: key.id, lastUsedAt: expect.any(String) }]);
    expect(JSON.stringify(shown)).not.toContain(key.apiKey.slice(8, 40));
  });
});

describe("admin commands beside a running server", () => {
  let service: RunningService;
  const beside = { DATA_DIR: newDataDir() };
  const email = "grace@example.com";
  beforeAll(async () => {
    service = await startBuiltService({ ...beside, TRUSTED_PROXIES: "127.0.0.1" });
  });
  afterAll(async () => expect(await service.stop()).toBe(0));

  const listWith = (apiKey: string) =>
    fetch(`${service.baseUrl}/api/v1/api-keys`, { headers: { authorization: `Bearer ${apiKey}` } });

  it("applies every change from the server's next request", async () => {
    await runWell(["account:create", "--email", email, "--password", password, "--plan", "free"], beside);
    const flags = [
      "--permissions",
      "qr:read, analytics:read",
      "--environment",
      "sandbox",
      "--rate-limit",
      "9",
    ];
    const more = ["--description", "Try it", "--expires-at", "2099-01-01T00:00:00Z"];
    const key = await runWell(["key:create", "--email", email, "--name", "K", ...flags, ...more], beside);
    expect(key).toMatchObject({
      name: "K",
      description: "Try it",
      apiKey: expect.stringMatching(/^qr_test_/),
      permissions: ["qr:read", "analytics:read"],
      environment: "sandbox",
      rateLimit: 9,
      expiresAt: "2099-01-01T00:00:00.000Z",
    });
    expect((await listWith(key.apiKey)).status).toBe(403);
    expect(await runWell(["account:plan", "--email", email, "--plan", "pro"], beside)).toMatchObject({
      email,
      previousPlan: "free",
      plan: "pro",
    });
    const answer = await listWith(key.apiKey);
    expect([answer.status, answer.headers.get("x-environment")]).toEqual([200, "sandbox"]);
    const { accountId } = await runWell(["account:show", "--email", email], beside);
    expect(await runWell(["account:delete", "--email", email], beside)).toEqual({
      accountId,
      email,
      deleted: true,
    });
    expect((await listWith(key.apiKey)).status).toBe(401);
    expect((await fetch(`${service.baseUrl}/api/health`)).status).toBe(200);
  });

  it("sweeps and prints a count for each kind of row", async () => {
    expect(await runWell(["sweep"], beside)).toEqual({
      publicCodesDeleted: 0,
      idempotencyKeysDeleted: 0,
      sandboxCodesDeleted: 0,
      slugsFreed: 0,
      domainsChecked: 0,
      domainsDeleted: 0,
      mailTokensDeleted: 0,
      sessionsDeleted: 0,
      apiUsesDeleted: 0,
      codesDeleted: 0,
      earlierStylesDeleted: 0,
      codesExpired: 0,
      quotasReached: 0,
      importRowsDone: 0,
      importsDeleted: 0,
      supportRequestsMailed: 0,
      reportsDeleted: 0,
      visitorSaltsDeleted: 0,
      scanBatchesDeleted: 0,
      goalScansDeleted: 0,
      scanPartitionsAdded: expect.any(Number),
      scanRowsErased: 0,
      scansRolled: 0,
      scanDaysRebuilt: 0,
      scanRowsPurged: 0,
      webhookRowsErased: 0,
      deliveriesCancelled: 0,
      webhooksWoken: 0,
      deliveryTalliesAddedUp: expect.any(Number),
      webhookRowsDeleted: 0,
      webhooksPaused: 0,
    });
  });
});

describe("admin commands on the database under test", () => {
  const shared = () => ({ DATABASE_URL: inject("databaseUrl"), DATA_DIR: folder });

  it("reports in the status that the database is not embedded", async () => {
    expect(await runWell(["status"], shared())).toMatchObject({ database: { isEmbedded: false } });
  });

  it("lists plan requests; changing the plan settles them", async () => {
    const account = await newAccount("free");
    await requestPlan(callerOf(account, "free"), { plan: "pro", note: "For the menu" });
    const mine = async () =>
      (await runWell(["account:requests"], shared())).requests.filter(
        ({ accountId }: { accountId: string }) => accountId === account.accountId,
      );
    expect(await mine()).toEqual([
      {
        id: expect.any(String),
        accountId: account.accountId,
        email: account.email,
        plan: "free",
        requestedPlan: "pro",
        note: "For the menu",
        createdAt: expect.any(String),
      },
    ]);
    await runWell(["account:plan", "--email", account.email, "--plan", "starter"], shared());
    expect(await mine()).toEqual([]);
  });

  it("lists users by part of their email, and keys without their values", async () => {
    const { accountId, email } = await newAccount("pro");
    const key = await runWell(["key:create", "--email", email, "--name", "Till"], shared());
    const found = await runWell(["user:list", "--search", email], shared());
    expect(found).toMatchObject({ users: [{ accountId, email, plan: "pro" }], page: 1, pages: 1, total: 1 });
    const listed = await runWell(["key:list", "--email", email], shared());
    expect(listed).toMatchObject({
      accountId,
      keys: [{ id: key.id, name: "Till", environment: "production" }],
    });
    expect(JSON.stringify(listed)).not.toContain(key.apiKey);
    expect((await runWell(["user:list", "--page", "999999"], shared())).users).toEqual([]);
  });

  it("creates no second account for an email, and rejects an unknown email", async () => {
    const { email } = await newAccount("free");
    const make = ["account:create", "--email", email.toUpperCase(), "--password", password, "--plan", "pro"];
    const again = await runAdmin(make, shared());
    expect([again.status, again.stdout]).toEqual([1, ""]);
    expect(again.stderr).toBe(`--email ${email} already has an account.\n`);
    for (const words of [
      ["account:show"],
      ["account:delete"],
      ["account:plan", "--plan", "pro"],
      ["key:create", "--name", "K"],
      ["key:list"],
    ]) {
      const { status, stdout, stderr } = await runAdmin(
        [...words, "--email", "nobody@example.com"],
        shared(),
      );
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: "",
        stderr: "There is no account with this address.\n",
      });
    }
  });

  it("enforces the limit on API keys", async () => {
    const { accountId, email } = await newAccount("pro");
    await sql.query(
      `INSERT INTO api_key (id, account_id, name, environment, permissions, rate_limit, key_hash, preview)
       SELECT gen_random_uuid(), $1, 'K', 'production', '{qr:read}', 1, sha256(uuid_send(gen_random_uuid())), 'x'
       FROM generate_series(1, 20)`,
      [accountId],
    );
    const { status, stdout, stderr } = await runAdmin(
      ["key:create", "--email", email, "--name", "K"],
      shared(),
    );
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: "",
      stderr: "All 20 active keys of the account are used.\n",
    });
  });
});
