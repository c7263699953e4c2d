import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setDatabaseUrl, sql } from "@/lib/platform/db";
import { issueToken } from "@/lib/users/mail-links";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { newAccount } from "../support/accounts";
import { runAdmin } from "../support/admin";
import { BrowserSession } from "../support/browser-session";
import { newEmail } from "../support/kept-mails";
import { tokenIn } from "../support/mail-receiver";
import { openServices } from "../support/process/services";
import { newClient } from "../support/public-api";
import { act } from "../support/server-actions";
import type { RunningService } from "../support/service";

const services = openServices();
const password = "six quiet modules";
const page = "/sign-up/operator";
const dead = "work any more";
const noLink = { email: "", userId: null, name: null, passwordHash: null };

let dataDir: string;
let database: EmbeddedDatabase;

beforeAll(async () => {
  dataDir = services.newDataDir();
  database = await openEmbeddedDatabase(dataDir);
  setDatabaseUrl(database.url);
});
afterAll(() => database.release());

const start = () =>
  services.start({ DATA_DIR: dataDir, TRUSTED_PROXIES: "127.0.0.1, ::1", LOG_LEVEL: "info" });

/** The token of the link that a start has printed, waited for. */
async function readToken(service: RunningService): Promise<string> {
  await expect.poll(service.output).toContain(`${service.baseUrl}${page}?token=`);
  return tokenIn(service.output());
}

const newBrowser = ({ baseUrl }: RunningService) => new BrowserSession(baseUrl, newClient());
const hashOf = (token: string) => createHash("sha256").update(token).digest();

async function countLinks(): Promise<number> {
  const { rows } = await sql.query("SELECT FROM mail_token WHERE purpose = 'first_operator'");
  return rows.length;
}

describe("first operator link", () => {
  let service: RunningService;
  let token: string;
  const create = (fields: Record<string, string>) =>
    act(newBrowser(service), page, "createOperator", { token, name: "", password, ...fields });

  it("O5: is printed on its own line outside the log, and stored as a hash that expires in 24 hours", async () => {
    service = await start();
    token = await readToken(service);
    const lines = service.output().split("\n");
    expect(lines.filter((line) => line.includes(token))).toEqual([
      `${service.baseUrl}${page}?token=${token}`,
    ]);
    const { rows } = await sql.query(
      "SELECT token_hash, extract(epoch FROM expires_at - created_at)::int AS seconds, m::text LIKE '%' || $1 || '%' AS shown FROM mail_token m",
      [token],
    );
    expect(rows).toEqual([{ token_hash: hashOf(token), seconds: 86_400, shown: false }]);
  });

  it("is new at each start on an empty database, and refused once expired", async () => {
    const second = await start();
    const other = await readToken(second);
    expect(other).not.toBe(token);
    await sql.query("UPDATE mail_token SET expires_at = now() WHERE token_hash = $1", [hashOf(other)]);
    expect((await newBrowser(service).send(`${page}?token=${other}`)).text).toContain(dead);
    const late = await create({ token: other, email: newEmail() });
    expect(late.text).toContain('"fields":{"token":');
    expect(await second.stop()).toBe(0);
  });

  it("A10: stays valid when somebody else signs up first, and gives them no operator rights", async () => {
    const stranger = await newAccount("free");
    const browser = newBrowser(service);
    expect((await browser.signIn(stranger.email, stranger.password)).status).toBe(200);
    expect((await browser.send("/admin")).status).toBe(404);
    for (const method of ["GET", "HEAD", "GET"]) {
      const shown = await newBrowser(service).send(`${page}?token=${token}`, { method });
      expect(shown.status).toBe(200);
      expect(shown.text).not.toContain(dead);
    }
    const third = await start();
    expect(third.output()).not.toContain(page);
    expect(await third.stop()).toBe(0);
  });

  it("A10: creates no operator for a guessed token, a weak password or an email with an account", async () => {
    const guessed = await create({ token: Buffer.alloc(32, 7).toString("base64url"), email: newEmail() });
    expect(guessed.text).toContain('"fields":{"token":');
    expect((await create({ email: newEmail(), password: "short" })).text).toContain("8 to 128 characters");
    expect((await create({ email: newEmail(), password: "password123" })).text).toContain("too common");
    const { email } = await newAccount("free");
    expect((await create({ email })).text).toContain("This email already has an account. Enter another one.");
    const { rows } = await sql.query("SELECT FROM app_user WHERE is_operator");
    expect(rows).toEqual([]);
  });

  it("A10: creates one operator when two links are used at once, and both are invalid afterwards", async () => {
    const rival = await issueToken("first_operator", noLink);
    const emails = [newEmail(), newEmail()] as const;
    const answers = await Promise.all([
      create({ email: emails[0], name: "Ada" }),
      create({ token: rival, email: emails[1] }),
    ]);
    const isDone = answers.map(({ text }) => text.includes('"done":'));
    expect(isDone.filter(Boolean)).toHaveLength(1);
    expect(answers.filter(({ text }) => text.includes('"fields":{"token":'))).toHaveLength(1);
    expect(await countLinks()).toBe(0);
    const email = emails[isDone.indexOf(true)] ?? "";
    const { rows } = await sql.query(
      "SELECT email, plan, is_operator FROM app_user u JOIN account a ON a.id = account_id WHERE email = ANY($1)",
      [emails],
    );
    expect(rows).toEqual([{ email, plan: "pro", is_operator: true }]);
    const browser = newBrowser(service);
    expect((await browser.signIn(email, password)).status).toBe(200);
    expect((await browser.send("/admin")).status).toBe(200);
    expect((await create({ email: newEmail() })).text).toContain('"fields":{"token":');
  });

  it("is revoked when account:admin appoints an operator", async () => {
    const late = await issueToken("first_operator", noLink);
    const { email } = await newAccount("free");
    const { status, stderr } = await runAdmin(["account:admin", "--email", email, "--is", "yes"], {
      DATA_DIR: dataDir,
    });
    expect(status, stderr).toBe(0);
    expect((await newBrowser(service).send(`${page}?token=${late}`)).text).toContain(dead);
    expect(service.output()).not.toContain(late);
  });
});

it("metrics name the version, the commit and the Node version", async () => {
  const service = await start();
  const text = await (await fetch(`${service.baseUrl}/metrics`)).text();
  const [, version, revision, node] =
    /^quietzone_build_info\{version="([^"]*)",revision="([^"]*)",node="([^"]*)"\} 1$/m.exec(text) ?? [];
  expect(version).toBe("0.1.0");
  expect(revision).toMatch(/^(?:[0-9a-f]{40}(?:-dirty)?|unknown)$/);
  expect(node).toBe(process.versions.node);
});
