import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { readEvents } from "@/e2e/support/events";
import type { Caller } from "@/lib/accounts/schema";
import { createCode, deleteCode, updateCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createSandboxScans } from "@/lib/scans";
import { changeWebhook, createWebhook, getWebhook } from "./index";
import { maskedValue } from "./options-schema";
import { eventKinds, newWebhookSchema, webhookChangeSchema } from "./schema";
import { decryptHeaders } from "./secret";

/** Public addresses in digits: no name is resolved, and nothing is sent. */
const url = "https://1.1.1.1/hooks";
const bearer = { Authorization: "Bearer one two" };

let owner: Caller;
beforeEach(async () => {
  owner = callerOf(await newAccount("pro"), "pro");
});

const make = (more: object = {}, caller = owner) =>
  createWebhook(caller, newWebhookSchema.parse({ name: "Orders", url, events: [...eventKinds], ...more }));
const change = (id: string, wish: object) => changeWebhook(owner, id, webhookChangeSchema.parse(wish));
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code, details }) => ({ code, fields: details?.map(({ field }: { field: string }) => field) }),
  );

/** Type and code of the events that a webhook gets. */
async function toldTo(id: string): Promise<string[]> {
  const events = (await readEvents(owner)).filter(({ webhookIds }) => webhookIds.includes(id));
  return events.map(({ type, body }) => `${type} ${body.data.qrCodeName ?? body.data.name}`);
}

describe("webhook filter", () => {
  it("matches codes by id or current tag, and an empty filter matches everything", async () => {
    const { id: chosen } = await createCode(owner, { ...plainCode, name: "chosen" });
    const { id: all } = await make({ filter: { qrCodeIds: [], tags: [] } });
    const { id: one } = await make({ filter: { qrCodeIds: [chosen], tags: [" Summer "] } });
    const { id: tagged } = await createCode(owner, { ...plainCode, name: "tagged", tags: ["summer", "x"] });
    const { id: other } = await createCode(owner, { ...plainCode, name: "other", tags: ["x"] });
    await updateCode(owner, chosen, { note: "a" });
    await updateCode(owner, tagged, { tags: [] });
    await updateCode(owner, other, { tags: ["summer"] });
    await deleteCode(owner, tagged);
    await deleteCode(owner, other);
    const passed = ["qr.created tagged", "qr.updated chosen", "qr.updated other", "qr.deleted other"];
    expect(await toldTo(one)).toEqual(passed);
    expect(await toldTo(all)).toHaveLength(7);
  });

  it("matches scans of codes by id or tag", async () => {
    const sandbox: Caller = { ...owner, environment: "sandbox" };
    const dynamic = { ...plainCode, isDynamic: true };
    const { id: a } = await createCode(sandbox, { ...dynamic, name: "a", tags: ["summer"] });
    const { id: b } = await createCode(sandbox, { ...dynamic, name: "b" });
    const { id: byTag } = await make({ events: ["scan.created"], filter: { tags: ["summer"] } }, sandbox);
    const { id: byId } = await make({ events: ["scan.created"], filter: { qrCodeIds: [b] } }, sandbox);
    for (const qrCodeId of [a, b]) await createSandboxScans(sandbox, { qrCodeId, count: 2 }, "192.0.2.1");
    expect(await toldTo(byTag)).toEqual(Array(2).fill("scan.created a"));
    expect(await toldTo(byId)).toEqual(Array(2).fill("scan.created b"));
  });

  it("refuses codes of other accounts or environments, and keeps ids of codes deleted later", async () => {
    const stranger = callerOf(await newAccount("pro"), "pro");
    const { id: foreign } = await createCode(stranger, plainCode);
    const { id: sandboxed } = await createCode({ ...owner, environment: "sandbox" }, plainCode);
    const { id: own } = await createCode(owner, plainCode);
    const qrCodeIds = [foreign, own, sandboxed, newId(), "x"];
    const fields = [0, 2, 3, 4].map((at) => `filter.qrCodeIds.${at}`);
    expect(await faultOf(make({ filter: { qrCodeIds } }))).toEqual({ code: "validation_failed", fields });
    const { id, filter } = await make({ filter: { qrCodeIds: [own, own], tags: [] } });
    expect(filter).toEqual({ qrCodeIds: [own] });
    await deleteCode(owner, own);
    const before = await getWebhook(owner, id);
    expect((await change(id, { filter })).updatedAt).toBe(before.updatedAt);
    expect((await change(id, { filter: null })).filter).toBeNull();
    expect((await faultOf(change(id, { filter }))) as object).toMatchObject({
      fields: ["filter.qrCodeIds.0"],
    });
  });
});

describe("custom webhook headers", () => {
  const stored = async (id: string) => {
    const { rows } = await sql.query("SELECT headers FROM webhook WHERE id = $1", [id]);
    return rows[0].headers as Buffer | null;
  };

  it("are stored encrypted, bound to their webhook, and returned masked", async () => {
    const { id, headers } = await make({ headers: bearer });
    expect(headers).toEqual({ Authorization: maskedValue });
    expect((await getWebhook(owner, id)).headers).toEqual(headers);
    const sealed = (await stored(id)) as Buffer;
    expect(sealed.includes("one two")).toBe(false);
    expect(decryptHeaders(id, sealed)).toEqual(bearer);
    expect(() => decryptHeaders(newId(), sealed)).toThrow();
  });

  it("are replaced as a whole, and a masked value keeps the stored one", async () => {
    const { id, updatedAt } = await make({ headers: bearer });
    const same = await change(id, { headers: { Authorization: maskedValue } });
    expect(same.updatedAt).toBe(updatedAt);
    expect((await change(id, { headers: { "X-Key": "k", authorization: maskedValue } })).headers).toEqual({
      "X-Key": maskedValue,
      authorization: maskedValue,
    });
    const expected = { "X-Key": "k", authorization: "Bearer one two" };
    expect(decryptHeaders(id, (await stored(id)) as Buffer)).toEqual(expected);
    const fault = await faultOf(change(id, { headers: { "X-New": maskedValue } }));
    expect(fault).toEqual({ code: "validation_failed", fields: ["headers.X-New"] });
    expect((await change(id, { headers: {} })).headers).toEqual({});
    expect(await stored(id)).toBeNull();
  });

  it("are dropped when the host changes, unless they are given again", async () => {
    const { id } = await make({ headers: bearer });
    expect((await change(id, { url: "https://1.1.1.1/other" })).headers).not.toEqual({});
    const masked = { url: "https://8.8.8.8/", headers: { Authorization: maskedValue } };
    expect((await change(id, masked)).headers).toEqual({});
    await change(id, { url, headers: bearer });
    expect((await change(id, { url: "https://8.8.8.8/" })).headers).toEqual({});
    expect(await stored(id)).toBeNull();
    const { headers } = await change(id, { url, headers: bearer });
    expect(headers).toEqual({ Authorization: maskedValue });
  });

  it.each([
    ["six headers", Object.fromEntries([1, 2, 3, 4, 5, 6].map((at) => [`x-${at}`, "v"]))],
    ["a name of 65 characters", { ["x".repeat(65)]: "v" }],
    ["a name that is not a token", { "x y": "v" }],
    ["an empty name", { "": "v" }],
    ["the name __proto__", JSON.parse('{"__proto__":"v"}')],
    ["a name that is given twice", { "x-a": "v", "X-A": "v" }],
    ["a connection header", { "Transfer-Encoding": "chunked" }],
    ["a proxy header", { "Proxy-Authorization": "v" }],
    ["a header set by the service", { "Webhook-Signature": "v" }],
    ["the user agent", { "USER-AGENT": "v" }],
    ["a value of 1,025 characters", { "x-a": "v".repeat(1_025) }],
    ["a value with a line break", { "x-a": "v\r\nx-b: w" }],
    ["a value with a trailing space", { "x-a": "v " }],
    ["an empty value", { "x-a": "" }],
    ["a value that is not a string", { "x-a": 1 }],
    ["an array", []],
  ])("refuses %s", (_, headers) => {
    const wish = { name: "Orders", url, events: ["scan.created"], headers };
    expect(newWebhookSchema.safeParse(wish).success).toBe(false);
    expect(webhookChangeSchema.safeParse({ headers }).success).toBe(false);
  });
});
