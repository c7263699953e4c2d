import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { ageCodes, firstPage, plainCode } from "@/e2e/support/codes";
import { insertDomain } from "@/e2e/support/domains";
import { addListener, readEvents, type StoredEvent } from "@/e2e/support/events";
import { draw, urlOf } from "@/e2e/support/logos";
import { recordStatements } from "@/e2e/support/statements";
import type { Caller } from "@/lib/accounts/schema";
import { maxBodyBytes } from "@/lib/events";
import { newBase62 } from "@/lib/platform/ids";
import { createCode, deleteCode, deleteCodes, listCodes, updateCode } from "./";
import { createCodes } from "./bulk";
import { deleteExpiredSandbox } from "./delete";
import { suspendCode } from "./operator";
import {
  type CodeChange,
  createdDataSchema,
  type DrawnCode,
  deletedDataSchema,
  type NewCode,
  updatedDataSchema,
} from "./schema";
import { listTargets, restoreTarget } from "./target-history";

let caller: Caller;
let listener: string;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  listener = await addListener(caller);
});

const dynamicCode: NewCode = { ...plainCode, isDynamic: true };

async function listOne(id: string) {
  const { data } = await listCodes(caller, firstPage);
  return data.find((code) => code.id === id);
}

describe("qr.created", () => {
  it("contains the code as it is listed, without images", async () => {
    const { id, createdAt } = await createCode(caller, {
      ...dynamicCode,
      settings: { size: 512, logo: { dataUrl: urlOf(await draw("png"), "png"), size: 64 }, maxScans: 5 },
    } as NewCode);
    const [event, ...others] = await readEvents(caller);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: "qr.created", webhookIds: [listener] });
    expect(event?.body.data).toEqual(await listOne(id));
    expect(event?.body.timestamp).toBe(createdAt);
    expect(createdDataSchema.parse(event?.body.data)).toEqual(event?.body.data);
    expect(event?.text).not.toContain("base64");
  });

  it("W1: is sent once per stored code in concurrent creates, and not for refused ones", async () => {
    const others = await Promise.all([1, 2, 3].map(async () => callerOf(await newAccount("free"), "free")));
    const deaf = callerOf(await newAccount("pro"), "pro");
    const creates = [caller, deaf, ...others].flatMap((one) =>
      Array.from({ length: 6 }, () => createCode(one, plainCode)),
    );
    const made = (await Promise.all(creates)).slice(0, 6).map(({ id }) => id);
    const told = (await readEvents(caller)).map(({ body }) => body.data.id);
    expect(told.sort()).toEqual(made.sort());
    for (const one of [deaf, ...others]) expect(await readEvents(one)).toEqual([]);
  });

  it("W17: is sent for each stored item of a bulk call, not for a refused one", async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ ...plainCode, name: `Table ${at}` }));
    const { created } = await createCodes(caller, [...items.slice(1), { type: "url" }]);
    const events = await readEvents(caller);
    expect(events.map(({ body }) => body.data.id)).toEqual(created.map(({ id }) => id));
    expect(events).toHaveLength(99);
  });

  it("is sent to webhooks of the sandbox for sandbox codes", async () => {
    const sandbox: Caller = { ...caller, environment: "sandbox" };
    await createCode(sandbox, plainCode);
    expect(await readEvents(caller)).toEqual([]);
    await addListener(sandbox);
    await createCode(sandbox, plainCode);
    expect((await readEvents(caller)).map(({ body }) => body.sandbox)).toEqual([true]);
  });
});

describe("qr.updated", () => {
  let made: DrawnCode;
  beforeEach(async () => {
    made = await createCode(caller, dynamicCode);
  });

  it.each<[string, CodeChange, string[]]>([
    ["a name", { name: "Dinner" }, ["name"]],
    ["content", { content: "https://example.com/dinner" }, ["content"]],
    ["a slug", { slug: `Menu-${newBase62(8)}` }, ["slug"]],
    ["the style", { settings: { size: 300 } }, ["settings"]],
    ["a rule", { settings: { isActive: false } }, ["settings"]],
    [
      "several fields",
      { name: "Dinner", content: "https://example.com/d", settings: { color: { dark: "#111111" } } },
      ["name", "content", "settings"],
    ],
  ])("W17: reports a change of %s", async (_, change, changedFields) => {
    const changed = await updateCode(caller, made.id, change);
    const [event, ...others] = await readEvents(caller, "qr.updated");
    expect(others).toEqual([]);
    expect(event?.body.data).toEqual({ ...(await listOne(made.id)), changedFields });
    expect(event?.body.timestamp).toBe(changed.updatedAt);
    expect(updatedDataSchema.parse(event?.body.data)).toEqual(event?.body.data);
  });

  it("W17: reports a change of the domain", async () => {
    const { host } = await insertDomain(caller);
    await updateCode(caller, made.id, { domain: host });
    const [event] = await readEvents(caller, "qr.updated");
    expect(event?.body.data).toEqual({ ...(await listOne(made.id)), changedFields: ["domain"] });
    expect(event?.body.data).toMatchObject({
      domain: host,
      shortUrl: expect.stringContaining(`https://${host}/`),
    });
  });

  it("W17: is not sent if nothing changes", async () => {
    const same: CodeChange[] = [
      {},
      { name: made.name, content: made.content, settings: made.settings },
      { settings: { size: 256 } },
      { settings: { isActive: true, frame: null } },
    ];
    for (const change of same) await updateCode(caller, made.id, change);
    await expect(updateCode(caller, made.id, { content: "" })).rejects.toThrow();
    expect(await readEvents(caller, "qr.updated")).toEqual([]);
  });

  it("reports a restored target, and a suspension as the owner sees it", async () => {
    await updateCode(caller, made.id, { content: "https://example.com/other" });
    const { data } = await listTargets(caller, made.id);
    const earlier = data.find(({ id }) => id !== null)?.id ?? "";
    await suspendCode(made.id, { reason: "Reported as phishing" });
    await restoreTarget(caller, made.id, earlier);
    const events = await readEvents(caller, "qr.updated");
    expect(events.map(({ body }) => body.data.content)).toEqual(["https://example.com/other", made.content]);
    expect(events[1]?.body.data.suspended).toMatchObject({ reason: "Reported as phishing" });
  });

  it("W1: is written only if the change commits", async () => {
    const undone = updateCode(caller, made.id, { name: "Dinner" }, async () => {
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await readEvents(caller, "qr.updated")).toEqual([]);
    await updateCode(caller, made.id, { name: "Dinner" }, async () => {});
    expect(await readEvents(caller, "qr.updated")).toHaveLength(1);
  });

  it("W1: is sent once per concurrent change, the last one matching the stored code", async () => {
    const names = Array.from({ length: 12 }, (_, at) => `Name ${at}`);
    await Promise.all(names.map((name) => updateCode(caller, made.id, { name })));
    const told = (await readEvents(caller, "qr.updated")).map(({ body }) => body.data.name);
    expect(told).toHaveLength(12);
    expect(told.at(-1)).toBe((await listOne(made.id))?.name);
  });
});

describe("qr.deleted", () => {
  it("W17: is a snapshot of the deleted code", async () => {
    const { id, name, type, isDynamic, shortUrl } = await createCode(caller, dynamicCode);
    await deleteCode(caller, id);
    const [event] = await readEvents(caller, "qr.deleted");
    const deletedAt = event?.body.timestamp;
    expect(event?.body.data).toEqual({ id, name, type, isDynamic, shortUrl, deletedAt });
    expect(Math.abs(Date.now() - Date.parse(deletedAt ?? ""))).toBeLessThan(60_000);
    expect(deletedDataSchema.parse(event?.body.data)).toEqual(event?.body.data);
  });

  it("W17: is sent for each deleted code, not for an unknown id", async () => {
    const items = Array.from({ length: 100 }, () => plainCode);
    const { created } = await createCodes(caller, items);
    const ids = created.map(({ id }) => id);
    await expect(deleteCode(caller, listener)).rejects.toThrow();
    await deleteCodes(caller, [...ids.slice(1), listener]);
    const told = (await readEvents(caller, "qr.deleted")).map(({ body }) => body.data.id);
    expect(told.sort()).toEqual(ids.slice(1).sort());
  });

  it("is sent for sandbox codes that are deleted after 30 days", async () => {
    const sandbox: Caller = { ...caller, environment: "sandbox" };
    await addListener(sandbox);
    const { id } = await createCode(sandbox, dynamicCode);
    await ageCodes(caller.accountId, 31);
    await deleteExpiredSandbox();
    expect((await readEvents(caller, "qr.deleted")).map(({ body }) => body.data.id)).toEqual([id]);
  });
});

describe("event size", () => {
  const largest: NewCode = {
    name: "𐍈".repeat(200),
    type: "text",
    content: "🔳".repeat(4_096),
    isDynamic: true,
    settings: {
      size: 1000,
      color: { dark: "#0F172A", light: "#FFFFFF" },
      frame: { style: "rounded", color: "#0F766E", size: 24 },
      isActive: false,
      startsAt: "2027-01-31T12:00:00+01:00",
      expiresAt: "2028-01-31T12:00:00+01:00",
      maxScans: 1_000_000_000,
    },
  };
  const longUrl = (letter: string) => `https://example.com/${letter.repeat(2_028)}`;
  const sizeOf = (event: StoredEvent | undefined) => Buffer.byteLength(event?.text ?? "");

  it("stays under 20 kB for the largest possible code", async () => {
    const withUrl = { ...largest.settings, fallbackUrl: longUrl("a") };
    const { id } = await createCode(caller, { ...largest, settings: withUrl });
    await updateCode(caller, id, { name: "字".repeat(200), settings: { fallbackUrl: longUrl("b") } });
    const events = await readEvents(caller);
    expect(events).toHaveLength(2);
    for (const event of events) {
      expect(sizeOf(event)).toBeGreaterThan(17_000);
      expect(sizeOf(event)).toBeLessThanOrEqual(maxBodyBytes);
      expect(event.body.data.content).toBe(largest.content);
      const { omitted, settings } = event.body.data;
      expect(omitted === undefined).toBe(settings?.fallbackUrl !== undefined);
    }
    expect(events[0]?.body.data.omitted).toEqual(["settings.fallbackUrl"]);
  });

  it("leaves nothing out if both content and fallback URL fit", async () => {
    const fallbackUrl = longUrl("a");
    await createCode(caller, { ...dynamicCode, settings: { fallbackUrl } });
    const [event] = await readEvents(caller);
    expect(event?.body.data.settings?.fallbackUrl).toBe(fallbackUrl);
    expect(event?.body.data).not.toHaveProperty("omitted");
  });
});

describe("changes without a subscribed webhook", () => {
  const countStatements = async (one: Caller, work: (id: string) => Promise<unknown>) => {
    const { id } = await createCode(one, plainCode);
    const statements = await recordStatements(() => work(id));
    return statements.filter(({ text }) => !/^(?:BEGIN|COMMIT)/.test(text)).length;
  };

  it.each<[string, (one: Caller, id: string) => Promise<unknown>]>([
    ["create", (one) => createCode(one, plainCode)],
    ["bulk create", (one) => createCodes(one, [plainCode, plainCode])],
    ["delete", (one, id) => deleteCodes(one, [id])],
  ])("a %s costs one statement less than with a subscriber", async (_, work) => {
    const deaf = callerOf(await newAccount("pro"), "pro");
    const heard = await countStatements(caller, (id) => work(caller, id));
    expect(await countStatements(deaf, (id) => work(deaf, id))).toBe(heard - 1);
  });

  it("a change of the quiet zone is one statement without a transaction", async () => {
    const deaf = callerOf(await newAccount("pro"), "pro");
    const { id } = await createCode(deaf, plainCode);
    const send = (change: CodeChange) => recordStatements(() => updateCode(deaf, id, change));
    const startsOf = async (change: CodeChange) =>
      (await send(change)).map(({ text }) => text.slice(0, 6).trim());
    expect(await startsOf({ settings: { quietZone: 4 } })).toEqual(["SELECT", "WITH c"]);
    expect(await startsOf({ name: "Dinner" })).toEqual(["SELECT", "BEGIN", "WITH c", "INSERT", "COMMIT"]);
  });
});
