import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, expect, it, vi } from "vitest";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { runAdmin } from "../support/admin";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { closedUrl } from "../support/tenant-webhooks";

const { newDataDir, start } = openServices();

/** Values of keys and secrets of webhooks that were issued and used, in every way a value can come and go. */
const canaries: string[] = [];
let folder: string;
let output: string;

async function callWith(
  service: RunningService,
  apiKey: string,
  method: string,
  path: string,
  body?: object,
) {
  const response = await fetch(`${service.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      "content-type": "application/json",
      "idempotency-key": `once-${method}-${path}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === "" ? null : JSON.parse(text), text };
}

/** Requests that succeed, fail and break, with the key in places where it should be and where it should not. */
async function exercise(service: RunningService, apiKey: string): Promise<void> {
  const create = { name: "Second", permissions: ["qr:read"] };
  const made = await callWith(service, apiKey, "POST", "/api-keys", create);
  const replayed = await callWith(service, apiKey, "POST", "/api-keys", create);
  expect([made.status, replayed.text]).toEqual([201, made.text]);
  const rotated = await callWith(service, apiKey, "POST", `/api-keys/${made.json.id}/rotate`, {
    graceSeconds: 60,
  });
  expect(rotated.status).toBe(200);
  canaries.push(made.json.apiKey, rotated.json.apiKey);
  for (const canary of [...canaries]) {
    const mistyped = canary.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    const answers = [
      await callWith(service, canary, "GET", "/api-keys"),
      await callWith(service, canary, "GET", `/qr-codes?search=${canary}`),
      await callWith(service, canary, "GET", `/qr-codes/${canary}`),
      await callWith(service, mistyped, "GET", `/nope/${canary}?key=${canary}`),
      await callWith(service, `${canary} ${canary}`, "GET", "/api-keys"),
      await callWith(service, canary, "PATCH", `/api-keys/${canary}`, { apiKey: canary, rateLimit: canary }),
    ];
    for (const { text } of answers) expect(text).not.toContain(canary);
    await fetch(`${service.baseUrl}/sign-in?key=${canary}`, { headers: { referer: `http://x/${canary}` } });
  }
}

/** Secrets of a webhook that are told, replaced, and signed with. */
async function exerciseWebhook(service: RunningService, apiKey: string): Promise<void> {
  const wish = { name: "Orders", url: closedUrl, events: ["qr.created"] };
  const made = await callWith(service, apiKey, "POST", "/webhooks", wish);
  const path = `/webhooks/${made.json.id}`;
  const rotated = await callWith(service, apiKey, "POST", `${path}/rotate-secret`);
  expect([made.status, rotated.status]).toEqual([201, 200]);
  const secrets = [made, rotated].flatMap(({ json }) => [json.secret, json.signingSecret]);
  canaries.push(...secrets);
  const { json } = await callWith(service, apiKey, "POST", `${path}/test`);
  const readDelivery = () => callWith(service, apiKey, "GET", `${path}/deliveries/${json.id}`);
  const isOver = async () => expect((await readDelivery()).json.status).toBe("failed");
  await vi.waitFor(isOver, { timeout: 30_000 });
  const answers = [
    await callWith(service, apiKey, "GET", "/webhooks"),
    await callWith(service, apiKey, "GET", path),
    await callWith(service, apiKey, "PUT", path, { name: "Renamed" }),
    await readDelivery(),
    await callWith(service, apiKey, "PUT", path, { name: "x".repeat(101), secret: secrets[0] }),
  ];
  for (const { text } of answers) for (const secret of secrets) expect(text).not.toContain(secret);
}

beforeAll(async () => {
  folder = newDataDir();
  const service = await start({ DATA_DIR: folder, LOG_LEVEL: "trace", WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" });
  const email = "canary@example.com";
  const account = ["account:create", "--email", email, "--password", "six quiet modules", "--plan", "pro"];
  expect((await runAdmin(account, { DATA_DIR: folder })).status).toBe(0);
  const { stdout, stderr } = await runAdmin(["key:create", "--email", email, "--name", "K"], {
    DATA_DIR: folder,
  });
  const { apiKey } = JSON.parse(stdout);
  expect(stderr).not.toContain(apiKey);
  canaries.push(apiKey);
  await exercise(service, apiKey);
  await exerciseWebhook(service, apiKey);
  expect(await service.stop()).toBe(0);
  output = service.output();
});

/** What would betray a value: the whole of it, or its random part. */
const partsOf = (canary: string) => [canary, canary.slice(8, 40)];

it("O5, W15: no key or secret appears in the log at trace level", () => {
  expect(canaries).toHaveLength(7);
  expect(output.split("\n").filter((line) => line.startsWith("{")).length).toBeGreaterThan(10);
  for (const part of canaries.flatMap(partsOf)) expect(output).not.toContain(part);
});

it("O5, W15: no key or secret appears in any database row, as text or bytes", async () => {
  const database = await openEmbeddedDatabase(folder);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    const dump: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
      dump.push(...rows.map(({ row }) => row));
    }
    const text = dump.join("\n");
    expect(text).toContain("canary@example.com");
    expect(text.match(/"answer": "\\\\x[0-9a-f]{100}/g)?.length).toBeGreaterThanOrEqual(2);
    for (const part of canaries.flatMap(partsOf)) {
      for (const form of [part, Buffer.from(part).toString("hex"), Buffer.from(part).toString("base64")]) {
        expect(text).not.toContain(form);
      }
    }
  } finally {
    await client.end();
    await database.release();
  }
});

it("O5, W15: no key or secret appears in any file of the data folder, including the database's", () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) {
    const bytes = readFileSync(join(file.parentPath, file.name));
    for (const part of canaries.flatMap(partsOf)) {
      expect(bytes.includes(part), `${file.name} holds a secret`).toBe(false);
    }
  }
});
