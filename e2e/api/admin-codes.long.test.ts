import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { runAdmin } from "../support/admin";
import { newShortUrl, type ShortUrl, visit } from "../support/short-urls";

const folder = mkdtempSync(join(tmpdir(), "quietzone-admin-codes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let account: TestAccount;
let apiKey: string;
let code: ShortUrl;
beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
  code = await newShortUrl(apiKey);
});

const run = (...words: string[]) =>
  runAdmin(words, { DATABASE_URL: inject("databaseUrl"), DATA_DIR: folder });
async function runWell(...words: string[]) {
  const { status, stdout, stderr } = await run(...words);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}
const get = async () => (await callV1(apiKey, "GET", `/qr-codes/${code.id}`)).json;
const statusOf = async () => (await visit(code.path)).status;

describe("P3: admin commands for a code", () => {
  it("suspends a code on the running service, shows it, tells its owner the reason, and resumes it", async () => {
    expect(await statusOf()).toBe(302);
    const reason = "Reported as phishing";
    const suspended = { since: expect.any(String), reason };
    expect(await runWell("code:suspend", "--code", code.shortCode, "--reason", reason)).toEqual({
      id: code.id,
      accountId: account.accountId,
      suspended,
    });
    await expect.poll(statusOf, { timeout: 3_000 }).toBe(410);
    expect((await get()).suspended).toEqual(suspended);
    const body = { content: "https://example.com/better" };
    expect((await callV1(apiKey, "PUT", `/qr-codes/${code.id}`, { body })).status).toBe(200);
    expect(await statusOf()).toBe(410);
    expect(await runWell("code:show", "--code", code.id)).toMatchObject({
      id: code.id,
      target: body.content,
      scanCount: 1,
      earlierTargets: 1,
      suspended,
      account: { accountId: account.accountId, plan: "pro", emails: [account.email] },
      reports: { count: 0, latest: [] },
    });
    expect((await runWell("code:resume", "--code", code.id)).suspended).toBeNull();
    await expect.poll(statusOf, { timeout: 3_000 }).toBe(302);
    expect((await get()).suspended).toBeUndefined();
  });

  it.each<[string[], string]>([
    [
      ["code:suspend", "--code", "aaaaaaaa", "--reason", "x"],
      "There is no code with this short code, slug or id.",
    ],
    [["code:suspend", "--code", "aaaaaaaa"], "--reason is missing."],
    [["code:show", "--code", "nothing"], "There is no code with this short code, slug or id."],
    [["code:resume"], "--code is missing."],
  ])("rejects %j with a specific error", async (words, sentence) => {
    expect(await run(...words)).toEqual({ status: 1, stdout: "", stderr: `${sentence}\n` });
  });

  it("limits the reason to 200 characters and refuses to suspend a static code", async () => {
    const long = await run("code:suspend", "--code", code.id, "--reason", "x".repeat(201));
    expect(long.stderr).toBe("--reason must have 1 to 200 characters, without control characters.\n");
    const body = { name: "x", type: "text", content: "x" };
    const { json } = await callV1(apiKey, "POST", "/qr-codes", { body });
    const fixed = await run("code:suspend", "--code", String(json.id), "--reason", "x");
    expect([fixed.status, fixed.stderr]).toEqual([
      1,
      "The code is static: it holds its content itself, so that nothing can suspend it.\n",
    ]);
  });
});
