import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { draw, urlOf } from "@/e2e/support/logos";
import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { requireValid } from "@/lib/platform/validation";
import { deleteAccount } from "@/lib/users";
import {
  createPreset,
  createUtmPreset,
  deletePreset,
  deleteUtmPreset,
  drawPreset,
  getPreset,
  listPresets,
  listUtmPresets,
  renamePreset,
  renameUtmPreset,
} from "./index";
import { maxPresets, maxUtmPresets, newPresetSchema, newUtmPresetSchema } from "./schema";

let logo: { enabled: true; dataUrl: string };
beforeAll(async () => {
  logo = { enabled: true, dataUrl: urlOf(await draw("png"), "png") };
});

let caller: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

/** As a form sends it. */
const keep = async (settings: object, name = "Brand", who = caller) =>
  createPreset(who, requireValid(newPresetSchema, { name, settings }, "form"));

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => ["done"],
    ({ code, details }) => [code, ...(details ?? []).map(({ field }: { field: string }) => field)],
  );

describe("a preset", () => {
  it("keeps a look as that of a code: what says something, a logo with its picture, no size", async () => {
    const settings = {
      size: 1024,
      color: { dark: "#0F766E", light: null },
      frame: { style: "rounded", size: 24 },
      logo: { ...logo, size: 90 },
      eyes: { shape: null },
      quietZone: 5,
      errorCorrectionLevel: "H",
      unknown: "dropped",
    };
    const { size: _, eyes: _eyes, unknown: _unknown, ...kept } = settings;
    const made = await keep(settings);
    const stored = { ...kept, color: { dark: "#0F766E" } };
    const listed = { ...stored, logo: { enabled: true, size: 90 } };
    expect(made).toEqual({ id: expect.any(String), name: "Brand", settings: listed });
    expect(await listPresets(caller)).toEqual([made]);
    const whole = await getPreset(caller, made.id);
    expect(whole).toEqual({ ...made, settings: stored });
    const code = await createCode(caller, {
      name: "Table 4",
      type: "text",
      content: "x",
      settings: { ...whole.settings, size: 1024 },
    });
    expect(code.settings).toMatchObject({ ...kept, color: { dark: "#0F766E", light: "#FFFFFF" } });
  });

  it("has a sheet, also where its pixels are too many for the usual size", async () => {
    const { id } = await keep({ logo: { ...logo, size: 900 }, frame: { style: "rounded", size: 30 } });
    const { bytes, mediaType } = await drawPreset(caller, id);
    expect([mediaType, bytes.subarray(1, 4).toString()]).toEqual(["image/png", "PNG"]);
  });

  it("keeps a frame on every plan", async () => {
    const free = callerOf(await newAccount("free"), "free");
    expect((await keep({ frame: { style: "rounded" } }, "Framed", free)).settings).toEqual({
      frame: { style: "rounded" },
    });
  });

  it.each<[string, object, string, ...string[]]>([
    ["too little contrast", { color: { dark: "#FFFFFE" } }, "contrast_too_low", "settings.color"],
    ["eyes that nobody sees", { eyes: { color: "#FEFEFE" } }, "contrast_too_low", "settings.eyes.color"],
    ["no colour", { color: { dark: "teal" } }, "validation_failed", "settings.color.dark"],
    ["a logo without a picture", { logo: { enabled: true } }, "validation_failed", "settings.logo.dataUrl"],
    [
      "a logo that is no picture",
      { logo: { enabled: true, dataUrl: "data:image/png;base64,AAAA" } },
      "invalid_logo",
      "settings.logo.dataUrl",
    ],
    ["a quiet zone of none", { quietZone: 0 }, "validation_failed", "settings.quietZone"],
  ])("with %s is refused, and not kept", async (_, settings, ...fault) => {
    expect(await faultOf(keep(settings))).toEqual(fault);
    expect(await listPresets(caller)).toEqual([]);
  });

  it.each([
    ["none", "", "too_short"],
    ["a long one", "x".repeat(61), "too_long"],
    ["I2: a control character", "a\u0000", "invalid_characters"],
  ])("has a name: %s is refused", async (_, name, code) => {
    await expect(keep({}, name)).rejects.toMatchObject({ details: [{ field: "name", code }] });
  });

  it("is listed where it was made, the oldest first, renamed and deleted", async () => {
    const [one, two, three] = [await keep({}, "C"), await keep({}, "A"), await keep({}, "B")];
    expect(await renamePreset(caller, two.id, { name: "Z" })).toEqual({ ...two, name: "Z" });
    await deletePreset(caller, one.id);
    expect(await listPresets(caller)).toEqual([{ ...two, name: "Z" }, three]);
  });

  it("A5: of another account is as if it were not there", async () => {
    const { id } = await keep({});
    const foreign = callerOf(await newAccount("pro"), "pro");
    expect(await listPresets(foreign)).toEqual([]);
    for (const [who, named] of [
      [foreign, id],
      [caller, newId()],
      [caller, "' OR true --"],
    ] as const) {
      expect(await faultOf(renamePreset(who, named, { name: "Stolen" }))).toEqual(["not_found"]);
      expect(await faultOf(deletePreset(who, named))).toEqual(["not_found"]);
      expect(await faultOf(getPreset(who, named))).toEqual(["not_found"]);
      expect(await faultOf(drawPreset(who, named))).toEqual(["not_found"]);
    }
    expect(await listPresets(caller)).toMatchObject([{ id, name: "Brand" }]);
  });

  it("Q1: 30 at once are 20, and one that is deleted makes room", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => keep({})));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({
      code: "quota_exceeded",
      message: "All 20 presets are used. Delete one to make room.",
      details: [{ field: "presets", limit: maxPresets, used: maxPresets }],
    });
    const presets = await listPresets(caller);
    expect(presets).toHaveLength(maxPresets);
    await deletePreset(caller, presets[0]!.id);
    await keep({});
    expect(await faultOf(keep({}))).toEqual(["quota_exceeded", "presets"]);
  });

  it("O8: goes with its account", async () => {
    const { id } = await keep({ logo });
    await deleteAccount(caller.accountId);
    expect((await sql.query("SELECT FROM style_preset WHERE id = $1", [id])).rowCount).toBe(0);
  });

  it("of an account that is gone is refused", async () => {
    await deleteAccount(caller.accountId);
    expect(await faultOf(keep({}))).toEqual(["invalid_api_key"]);
  });
});

describe("a campaign preset", () => {
  const utm = { source: "poster", campaign: "summer" };
  const keepUtm = async (name: string, parameters: object = utm, who = caller) =>
    createUtmPreset(who, requireValid(newUtmPresetSchema, { name, utm: parameters }, "form"));

  it("is listed where it was made, the oldest first, renamed and deleted", async () => {
    const [one, two] = [await keepUtm("Posters"), await keepUtm("Flyers", { medium: "print" })];
    expect(one).toEqual({ id: expect.any(String), name: "Posters", utm });
    expect(await renameUtmPreset(caller, two.id, { name: "FLYERS" })).toEqual({ ...two, name: "FLYERS" });
    expect(await listUtmPresets(caller)).toEqual([one, { ...two, name: "FLYERS" }]);
    await deleteUtmPreset(caller, one.id);
    expect(await listUtmPresets(caller)).toEqual([{ ...two, name: "FLYERS" }]);
  });

  it("has a name that no other one has, in whatever case", async () => {
    await keepUtm("Summer_26");
    const { id } = await keepUtm("Summer 26");
    expect(await faultOf(keepUtm("SUMMER_26"))).toEqual(["validation_failed", "name"]);
    expect(await faultOf(renameUtmPreset(caller, id, { name: "summer_26" }))).toEqual([
      "validation_failed",
      "name",
    ]);
    const other = callerOf(await newAccount("pro"), "pro");
    expect((await keepUtm("Summer_26", utm, other)).name).toBe("Summer_26");
  });

  it.each([
    ["no parameter", {}, "utm"],
    ["a parameter of 101 characters", { source: "x".repeat(101) }, "utm.source"],
    ["an empty parameter", { source: "" }, "utm.source"],
    ["an unknown parameter", { id: "x" }, "utm"],
  ])("with %s is refused", async (_, parameters, field) => {
    expect(await faultOf(keepUtm("Posters", parameters))).toContain(field);
    expect(await listUtmPresets(caller)).toEqual([]);
  });

  it("A5: of another account is as if it were not there", async () => {
    const { id } = await keepUtm("Posters");
    const foreign = callerOf(await newAccount("pro"), "pro");
    expect(await listUtmPresets(foreign)).toEqual([]);
    for (const [who, named] of [
      [foreign, id],
      [caller, newId()],
      [caller, "' OR true --"],
    ] as const) {
      expect(await faultOf(renameUtmPreset(who, named, { name: "Stolen" }))).toEqual(["not_found"]);
      expect(await faultOf(deleteUtmPreset(who, named))).toEqual(["not_found"]);
    }
    expect(await listUtmPresets(caller)).toMatchObject([{ id, name: "Posters" }]);
  });

  it("Q1: 60 at once are 50, and of two with one name one is kept", async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 60 }, (_, place) => keepUtm(`Number ${place}`)),
    );
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(10);
    expect(await faultOf(keepUtm("One more"))).toEqual(["quota_exceeded", "presets"]);
    const presets = await listUtmPresets(caller);
    expect(presets).toHaveLength(maxUtmPresets);
    await deleteUtmPreset(caller, presets[0]!.id);
    await deleteUtmPreset(caller, presets[1]!.id);
    const twins = await Promise.allSettled([keepUtm("Twin"), keepUtm("twin")]);
    expect(twins.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  it("O8: goes with its account", async () => {
    const { id } = await keepUtm("Posters");
    await deleteAccount(caller.accountId);
    expect((await sql.query("SELECT FROM utm_preset WHERE id = $1", [id])).rowCount).toBe(0);
  });
});
