import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { firstPage, plainCode, readCodeRows } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { ServiceError } from "@/lib/platform/errors";
import { createCode, getCode, listCodes, previewCode, updateCode } from "./";
import { createCodes } from "./bulk";
import { type CodeChange, type NewCode, newCodeSchema } from "./schema";

let caller: Caller;
beforeAll(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

const rules = {
  isActive: false,
  startsAt: "2027-01-31T12:00:00+02:00",
  expiresAt: "2027-02-28T23:00:00.5Z",
  maxScans: 500,
  fallbackUrl: "HTTPS://Example.com:443/a/../late",
} as const;
const kept = {
  isActive: false,
  startsAt: "2027-01-31T10:00:00.000Z",
  expiresAt: "2027-02-28T23:00:00.500Z",
  maxScans: 500,
  fallbackUrl: "https://example.com/late",
};

const make = (settings: NewCode["settings"], isDynamic = true) =>
  createCode(caller, { ...plainCode, isDynamic, settings });
const rowOf = async (id: string) => (await readCodeRows(caller.accountId)).find((row) => row.id === id);
const rulesIn = ({ settings }: { settings: object }) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in kept));

/** What a call was refused for: its code, and the code of each field. */
async function refusalOf(work: Promise<unknown>) {
  const fault = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof ServiceError)) throw new Error("It was not refused.", { cause: fault });
  const details = fault.details?.map(({ field, code }) => `${field} ${code}`).sort();
  return { code: fault.code, details };
}

describe("rules of a dynamic code", () => {
  it("are stored apart from the style, in UTC and with a normalised fallback URL", async () => {
    const made = await make({ ...rules, size: 300 });
    expect(rulesIn(made)).toEqual(kept);
    expect(await rowOf(made.id)).toMatchObject({ settings: { size: 300 }, rules: kept });
    expect(rulesIn(await getCode(caller, made.id))).toEqual(kept);
    const { data } = await listCodes(caller, firstPage);
    expect(rulesIn(data.find(({ id }) => id === made.id)!)).toEqual(kept);
  });

  it("are returned by a dry run and for each item of a bulk call", async () => {
    const input = { ...plainCode, isDynamic: true, settings: rules };
    expect(rulesIn(await previewCode(caller, input))).toEqual(kept);
    const { created } = await createCodes(caller, [input, plainCode]);
    expect(created.map(rulesIn)).toEqual([kept, {}]);
  });

  it("are empty when unset or equal to the defaults", async () => {
    const none = { isActive: true, startsAt: null, expiresAt: null, maxScans: null, fallbackUrl: null };
    const made = await make(none);
    expect(rulesIn(made)).toEqual({});
    expect(await rowOf(made.id)).toMatchObject({ settings: {}, rules: null });
  });

  it("change member by member, null removes one, and each change moves updatedAt", async () => {
    const made = await make(rules);
    const steps: [CodeChange["settings"], object | null][] = [
      [{ maxScans: 9 }, { ...kept, maxScans: 9 }],
      [
        { maxScans: null, isActive: null, size: 300 },
        { ...kept, isActive: undefined, maxScans: undefined },
      ],
      [{ startsAt: null, fallbackUrl: null }, { expiresAt: kept.expiresAt }],
      [{ expiresAt: null, isActive: true }, null],
      [{ isActive: false }, { isActive: false }],
    ];
    let { updatedAt } = made;
    for (const [settings, left] of steps) {
      // Timestamps have milliseconds: each change must differ from the one before.
      await sleep(2);
      const changed = await updateCode(caller, made.id, { settings });
      expect(changed.updatedAt > updatedAt).toBe(true);
      ({ updatedAt } = changed);
      const row = await rowOf(made.id);
      expect(row?.rules).toEqual(left && JSON.parse(JSON.stringify(left)));
      expect(rulesIn(changed)).toEqual(row?.rules ?? {});
      expect(changed.qrImage === made.qrImage).toBe(settings === steps[0]?.[0]);
    }
  });

  it("are kept when a fetched code is sent back, without changing updatedAt", async () => {
    const made = await make(rules);
    const got = await getCode(caller, made.id);
    const again = await updateCode(caller, made.id, got);
    expect([rulesIn(again), again.updatedAt]).toEqual([kept, made.updatedAt]);
    const plain = await make({}, false);
    await updateCode(caller, plain.id, await getCode(caller, plain.id));
    await updateCode(caller, plain.id, { settings: { isActive: true, maxScans: null } });
    expect(await rowOf(plain.id)).toMatchObject({ rules: null, updated_at: new Date(plain.updatedAt) });
  });

  it("are merged across concurrent changes", async () => {
    const made = await make({});
    const [a, b] = await Promise.all([
      updateCode(caller, made.id, { settings: { maxScans: 7 } }),
      updateCode(caller, made.id, { settings: { isActive: false } }),
    ]);
    expect([a, b].map(rulesIn)).toContainEqual({ isActive: false, maxScans: 7 });
    expect((await rowOf(made.id))?.rules).toEqual({ isActive: false, maxScans: 7 });
  });
});

describe("invalid rules", () => {
  const own = "http://localhost:3000/r/aaaaaaaa";

  it.each<[string, Record<string, unknown>, string, string[]]>([
    [
      "an end equal to the start",
      { startsAt: kept.startsAt, expiresAt: rules.startsAt },
      "validation_failed",
      ["settings.expiresAt too_early"],
    ],
    [
      "P1: javascript:",
      { fallbackUrl: "javascript:alert(1)" },
      "invalid_url",
      ["settings.fallbackUrl not_allowed"],
    ],
    ["P1: data:", { fallbackUrl: "data:text/html,x" }, "invalid_url", ["settings.fallbackUrl not_allowed"]],
    [
      "a URL that is too long once it is encoded",
      { fallbackUrl: `https://example.com/${"字".repeat(300)}` },
      "content_too_long",
      ["settings.fallbackUrl too_long"],
    ],
    ["P1: //evil.com", { fallbackUrl: "//evil.com" }, "invalid_url", ["settings.fallbackUrl not_allowed"]],
    [
      "P1: https:evil.com",
      { fallbackUrl: "https:evil.com" },
      "invalid_url",
      ["settings.fallbackUrl invalid_format"],
    ],
    [
      "P1: a line break",
      { fallbackUrl: "https://a.example/\nx" },
      "validation_failed",
      ["settings.fallbackUrl invalid_characters"],
    ],
    [
      "P2: a user name",
      { fallbackUrl: "https://bank.example@evil.example/" },
      "invalid_url",
      ["settings.fallbackUrl not_allowed"],
    ],
    [
      "W16: a short URL of this service",
      { fallbackUrl: own },
      "invalid_url",
      ["settings.fallbackUrl not_allowed"],
    ],
  ])("%s is refused on create and on update", async (_, settings, code, details) => {
    expect(await refusalOf(make(settings))).toEqual({ code, details });
    const made = await make({});
    expect(await refusalOf(updateCode(caller, made.id, { settings }))).toEqual({ code, details });
    expect((await rowOf(made.id))?.rules).toBeNull();
  });

  it("include an end before the stored start", async () => {
    const { id } = await make({ startsAt: kept.startsAt });
    const early = updateCode(caller, id, { settings: { expiresAt: kept.startsAt } });
    expect(await refusalOf(early)).toEqual({
      code: "validation_failed",
      details: ["settings.expiresAt too_early"],
    });
  });

  it("are all reported at once, with faults of content, style and immutable fields", async () => {
    const settings = { startsAt: kept.expiresAt, expiresAt: kept.startsAt, fallbackUrl: "ftp://x", size: 64 };
    const wrong = { ...plainCode, isDynamic: true, content: "nope", settings };
    const expected = ["settings.expiresAt too_early", "settings.fallbackUrl not_allowed"];
    expect(await refusalOf(createCode(caller, wrong))).toMatchObject({
      code: "validation_failed",
      details: ["content not_allowed", ...expected],
    });
    const { id } = await make({});
    expect(await refusalOf(updateCode(caller, id, { settings, type: "text" }))).toMatchObject({
      details: [...expected, "settings.size size_too_small", "type immutable_field"],
    });
  });

  it("are reported one by one for a static code", async () => {
    const details = Object.keys(rules)
      .map((name) => `settings.${name} dynamic_only`)
      .sort();
    expect(await refusalOf(make(rules, false))).toEqual({ code: "validation_failed", details });
    const { id } = await make({}, false);
    const refused = await refusalOf(updateCode(caller, id, { settings: { ...rules, isActive: true } }));
    expect(refused.details).toEqual(details.filter((detail) => !detail.includes("isActive")));
  });

  it.each<[string, unknown]>([
    ["maxScans", 0],
    ["maxScans", 1_000_000_001],
    ["maxScans", 1.5],
    ["maxScans", "5"],
    ["isActive", "false"],
    ["startsAt", "2027-01-31"],
    ["startsAt", "2027-01-31T12:00:00"],
    ["startsAt", "2027-02-30T12:00:00Z"],
    ["expiresAt", "0001-01-01T00:00:00Z"],
    ["expiresAt", 1_800_000_000_000],
    ["fallbackUrl", `https://example.com/${"x".repeat(2_030)}`],
    ["fallbackUrl", 5],
  ])("settings.%s of %j is rejected by the schema", (name, value) => {
    const { error } = newCodeSchema.safeParse({ ...plainCode, isDynamic: true, settings: { [name]: value } });
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual([`settings.${name}`]);
  });
});
