import { beforeEach, describe, expect, it } from "vitest";
import { restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { sql } from "@/lib/platform/db";
import { callerOf, callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { readCodeCounts } from "../support/codes";
import { exampleOf, keyedContracts } from "../support/contract-requests";
import { readEvents } from "../support/events";
import { expectRefusal } from "../support/expect-refusal";
import { makeWebhook } from "../support/own-webhooks";
import { call } from "../support/public-api";
import { countVisits, newShortUrl, type ShortUrl, visit } from "../support/short-urls";

let account: TestAccount;
let apiKey: string;
let code: ShortUrl;
beforeEach(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
  code = await newShortUrl(apiKey);
});

const caller = () => callerOf(account, "pro");

/** As long as a test looks at it: the running service deletes what is due. */
async function setAside(): Promise<void> {
  await softDeleteCodes(caller(), [code.id]);
  await sql.query("UPDATE qr_code SET purge_after = now() + interval '1 hour' WHERE id = $1", [code.id]);
}

const byPath = keyedContracts.filter(({ path }) => path.startsWith("/api/v1/qr-codes/{id}"));

describe("404: requests for a soft-deleted code", () => {
  it.each(byPath.map((contract) => [`${contract.method} ${contract.path}`, contract] as const))(
    "%s",
    async (_, contract) => {
      await callV1(apiKey, "PUT", `/qr-codes/${code.id}`, { body: { content: "https://example.com/later" } });
      const { json } = await callV1(apiKey, "GET", `/qr-codes/${code.id}/targets`);
      await setAside();
      const targetId = String(json.data?.[1]?.id);
      const { method, path, body } = exampleOf(contract, { codeId: code.id, targetId });
      expectRefusal(await callV1(apiKey, method, path.replace("/api/v1", ""), { body }), 404, "not_found");
    },
  );

  it.each(["/analytics", "/scans"])("GET %s filtered by it", async (path) => {
    await setAside();
    const answer = await callV1(apiKey, "GET", path, { query: { qrCodeId: code.id } });
    expectRefusal(answer, 404, "not_found");
  });

  it("POST /sandbox/scans for it", async () => {
    const sandbox = await newKey(account, { environment: "sandbox" });
    const { id } = await newShortUrl(sandbox.apiKey);
    await softDeleteCodes({ ...caller(), environment: "sandbox" }, [id]);
    const body = { qrCodeId: id, count: 1 };
    expectRefusal(await callV1(sandbox.apiKey, "POST", "/sandbox/scans", { body }), 404, "not_found");
  });

  it("leaves it out of lists, and reports it as not found in a bulk deletion", async () => {
    const other = await newShortUrl(apiKey);
    await setAside();
    const { json } = await callV1(apiKey, "GET", "/qr-codes");
    expect(json).toMatchObject({ data: [{ id: other.id }], pagination: { total: 1 } });
    const body = { qrCodeIds: [code.id] };
    expect((await callV1(apiKey, "DELETE", "/qr-codes/bulk", { body })).json).toMatchObject({
      deleted: 0,
      notFound: [code.id],
    });
    expect(await readCodeCounts(account.accountId)).toMatchObject({ codes: 2, counted: 2 });
  });
});

describe("302: short URL of a soft-deleted code", () => {
  it("redirects and counts scans, keeps its preview and report page, and undo restores the code", async () => {
    const before = await callV1(apiKey, "GET", `/qr-codes/${code.id}`);
    await setAside();
    const { status, headers } = await visit(code.path);
    expect([status, headers.location]).toEqual([302, "https://example.com/menu"]);
    expect(await countVisits(code)).toEqual({ scans: 1, counted: 1, excluded: [] });
    expect((await visit(`${code.path}+`)).status).toBe(200);
    expect((await call(`/report/${code.shortCode}`)).status).toBe(200);
    expect((await callV1(apiKey, "GET", "/scans")).json).toMatchObject({ data: [{ qrCodeId: code.id }] });
    await restoreCodes(caller(), [code.id]);
    const after = await callV1(apiKey, "GET", `/qr-codes/${code.id}`);
    const { scanCount, lastScanned, recentScans, ...same } = after.json;
    expect([scanCount, lastScanned, (recentScans as unknown as unknown[]).length]).toEqual([
      1,
      expect.any(String),
      1,
    ]);
    expect(before.json).toEqual({ ...same, scanCount: 0, lastScanned: null, recentScans: [] });
  });
});

it("O8: the service deletes a soft-deleted code when due, without a request, and sends one event", async () => {
  await makeWebhook({ id: "", apiKey }, { events: ["qr.deleted"] });
  const kept = await newShortUrl(apiKey);
  await softDeleteCodes(caller(), [code.id, kept.id]);
  await sql.query("UPDATE qr_code SET purge_after = now() + interval '1 hour' WHERE id = $1", [kept.id]);
  await sql.query("UPDATE qr_code SET purge_after = now() - interval '1 second' WHERE id = $1", [code.id]);
  await expect.poll(async () => (await visit(code.path)).status, { timeout: 20_000 }).toBe(404);
  const events = await readEvents(account, "qr.deleted");
  expect(events.map(({ body }) => body.data.id)).toEqual([code.id]);
  await expect(restoreCodes(caller(), [code.id])).rejects.toMatchObject({ code: "not_found" });
  expect((await visit(kept.path)).status).toBe(302);
  expect(await readCodeCounts(account.accountId)).toMatchObject({ codes: 1, counted: 1, countedDynamic: 1 });
});
