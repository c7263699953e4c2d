import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, type TestAccount } from "@/e2e/support/accounts";
import { addListener, readEvents } from "@/e2e/support/events";
import { draw, urlOf } from "@/e2e/support/logos";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { getCode, updateCode } from "./";
import { createCodes } from "./bulk";
import { describeSelected } from "./bulk-update";
import { changeListing, undoListing } from "./bulk-update-listing";
import { changeStyles, deleteEarlierStyles, readSamples, undoStyles } from "./bulk-update-styles";
import { changeTargets, changeTimes, undoSchedule } from "./bulk-update-targets";
import { findMatching } from "./read";
import { listingMovesSchema, type ManyOutcome, type NewCode, stateMovesSchema } from "./schema";
import { listTargets } from "./target-history";

const address = (place: number) => `https://old.example/${place}`;
const dynamic = (place: number): NewCode => ({
  name: `Shelf ${place}`,
  type: "url",
  content: address(place),
  isDynamic: true,
});
const items: readonly NewCode[] = [
  dynamic(0),
  dynamic(1),
  { ...dynamic(2), isDynamic: false },
  { name: "Hours", type: "text", content: "Monday to Friday", isDynamic: true },
];

let account: TestAccount;
let caller: Caller;
let ids: [string, string, string, string];
beforeEach(async () => {
  account = await newAccount("pro");
  caller = { ...callerOf(account, "pro"), userId: account.userId };
  ids = (await createCodes(caller, items)).created.map(({ id }) => id) as typeof ids;
});

const told = (outcomes: readonly ManyOutcome[]) => outcomes.map(({ result, reason }) => reason ?? result);
const moveTo = (to: (place: number) => string) =>
  ids.map((id, place) => ({ id, version: null, from: items[place]?.content ?? "", to: to(place) }));
const contentsOf = () => Promise.all(ids.map(async (id) => (await getCode(caller, id)).content));

describe("bulk change of targets", () => {
  it("changes dynamic URL codes and reports why others are skipped", async () => {
    await addListener(caller, { events: ["qr.updated"] });
    const to = (place: number) => `https://new.example/${place}`;
    const outcomes = await changeTargets(caller, moveTo(to));
    expect(told(outcomes)).toEqual(["changed", "changed", "static", "other_type"]);
    expect(outcomes.map(({ name }) => name)).toEqual(["Shelf 0", "Shelf 1", "Shelf 2", "Hours"]);
    expect(await contentsOf()).toEqual([to(0), to(1), address(2), "Monday to Friday"]);
    const events = await readEvents(caller, "qr.updated");
    expect(events.map(({ body }) => body.data.id).sort()).toEqual(ids.slice(0, 2).sort());
    const [now, before] = (await listTargets(caller, ids[0])).data;
    expect(now).toMatchObject({ content: to(0), setBy: { kind: "user", id: account.userId } });
    expect(before).toMatchObject({ content: address(0) });
  });

  it("refuses invalid items without stopping the others", async () => {
    const moves = moveTo((place) => (place === 0 ? "javascript:alert(1)" : `https://new.example/${place}`));
    const gone = { id: newId(), version: null, from: "", to: "https://new.example/" };
    const outcomes = await changeTargets(caller, [gone, ...moves.slice(0, 2)]);
    expect(told(outcomes)).toEqual(["not_found", "not_allowed", "changed"]);
    expect(outcomes[1]?.message).toMatch(/http/);
    expect((await getCode(caller, ids[0])).content).toBe(address(0));
  });

  it("changes nothing when repeated, and an undo skips codes changed since", async () => {
    const to = () => "https://new.example/";
    const moves = moveTo(to).slice(0, 2);
    const changed = await changeTargets(caller, moves);
    expect(told(changed)).toEqual(["changed", "changed"]);
    expect(told(await changeTargets(caller, moves))).toEqual(["unchanged", "unchanged"]);
    expect((await listTargets(caller, ids[0])).data).toHaveLength(2);
    // It leads to the same again, but somebody has changed it meanwhile.
    for (const content of ["https://third.example/", to()]) await updateCode(caller, ids[1], { content });
    const back = moves.map(({ id, from, to }, place) => ({
      id,
      version: changed[place]?.version ?? null,
      from: to,
      to: from,
    }));
    expect(told(await changeTargets(caller, back))).toEqual(["changed", "changed_since"]);
    expect((await contentsOf()).slice(0, 2)).toEqual([address(0), to()]);
  });

  it("A5: reports codes of another account as not_found and changes nothing", async () => {
    const eve = callerOf(await newAccount("pro"), "pro");
    const outcomes = await changeTargets(
      eve,
      moveTo(() => "https://evil.example/"),
    );
    expect(new Set(told(outcomes))).toEqual(new Set(["not_found"]));
    expect(JSON.stringify(outcomes)).not.toContain("Shelf");
    expect(told(await changeStyles(eve, ids, { quietZone: 6 }))).toEqual(Array(4).fill("not_found"));
    expect(told(await changeTimes(eve, ids, { isActive: false }))).toEqual(Array(4).fill("not_found"));
    expect(told(await changeListing(eve, ids, { addTag: "eve" }))).toEqual(Array(4).fill("not_found"));
    const version = "2026-01-01T00:00:00.000Z";
    const moves = ids.map((id) => ({ id, version, from: { tags: [] }, to: { tags: ["eve"] } }));
    expect(told(await undoListing(eve, moves))).toEqual(Array(4).fill("not_found"));
    expect(await describeSelected(eve, ids)).toEqual([]);
    expect(await readSamples(eve, ids)).toEqual([]);
    expect(await contentsOf()).toEqual(items.map(({ content }) => content));
  });
});

describe("bulk change of schedules", () => {
  const rulesOf = async (id: string) => {
    const { isActive, startsAt, expiresAt } = (await getCode(caller, id)).settings;
    return { isActive, startsAt, expiresAt };
  };

  it("changes only dynamic codes and can be undone per code", async () => {
    await updateCode(caller, ids[1], { settings: { isActive: false, expiresAt: "2030-01-01T00:00:00Z" } });
    const [before0, before1] = [await rulesOf(ids[0]), await rulesOf(ids[1])];
    const rules = { isActive: true, expiresAt: "2031-01-01T01:00:00+01:00" };
    const outcomes = await changeTimes(caller, ids, rules);
    expect(told(outcomes)).toEqual(["changed", "changed", "static", "changed"]);
    expect(await rulesOf(ids[1])).toEqual({ expiresAt: "2031-01-01T00:00:00.000Z" });
    expect(told(await changeTimes(caller, ids.slice(0, 2), rules))).toEqual(["unchanged", "unchanged"]);
    const back = outcomes.flatMap((outcome) => outcome.back ?? []);
    expect(told(await undoSchedule(caller, back))).toEqual(["changed", "changed", "changed"]);
    expect(await rulesOf(ids[0])).toEqual(before0);
    expect(await rulesOf(ids[1])).toEqual(before1);
    expect(told(await undoSchedule(caller, back))).toEqual(["unchanged", "unchanged", "unchanged"]);
  });

  it("is not undone for a code changed since", async () => {
    const outcomes = await changeTimes(caller, ids.slice(0, 2), { isActive: false });
    await updateCode(caller, ids[0], { settings: { isActive: null } });
    await updateCode(caller, ids[1], { name: "Renamed", settings: { maxScans: 5 } });
    const back = outcomes.flatMap((outcome) => outcome.back ?? []);
    await updateCode(caller, ids[0], { settings: { startsAt: "2030-01-01T00:00:00Z" } });
    expect(told(await undoSchedule(caller, back))).toEqual(["unchanged", "changed_since"]);
    expect(await getCode(caller, ids[1])).toMatchObject({ name: "Renamed", settings: { isActive: false } });
    const [again] = await changeTimes(caller, [ids[0]], { startsAt: "2031-01-01T00:00:00Z" });
    await updateCode(caller, ids[0], { settings: { startsAt: "2032-01-01T00:00:00Z" } });
    expect(told(await undoSchedule(caller, again?.back ? [again.back] : []))).toEqual(["changed_since"]);
  });

  it("refuses an end before the start of a code for that code only", async () => {
    await updateCode(caller, ids[0], { settings: { startsAt: "2030-01-01T00:00:00Z" } });
    const outcomes = await changeTimes(caller, ids.slice(0, 2), { expiresAt: "2029-01-01T00:00:00Z" });
    expect(told(outcomes)).toEqual(["too_early", "changed"]);
  });
});

describe("bulk change of tags and archive state", () => {
  const listingOf = async (id: string) => {
    const { tags, archived } = await getCode(caller, id);
    return { tags, archived };
  };
  const movesOf = (outcomes: readonly ManyOutcome[]) => outcomes.flatMap(({ listing }) => listing ?? []);

  it("adds a missing tag and sends qr.updated; the undo restores exactly these codes", async () => {
    await updateCode(caller, ids[1], { tags: ["a", "summer"] });
    await updateCode(caller, ids[2], { tags: ["winter"] });
    await addListener(caller, { events: ["qr.updated"] });
    const outcomes = await changeListing(caller, ids, { addTag: "summer" });
    expect(told(outcomes)).toEqual(["changed", "unchanged", "changed", "changed"]);
    expect(await listingOf(ids[2])).toEqual({ tags: ["summer", "winter"], archived: false });
    const events = await readEvents(caller, "qr.updated");
    expect(events.map(({ body }) => body.data.id).sort()).toEqual([ids[0], ids[2], ids[3]].sort());
    expect(events[0]?.body.data).toMatchObject({ changedFields: ["tags"] });
    const moves = movesOf(outcomes);
    expect(moves.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[3]]);
    expect(told(await undoListing(caller, moves))).toEqual(Array(3).fill("changed"));
    expect(await Promise.all(ids.map(async (id) => (await listingOf(id)).tags))).toEqual([
      [],
      ["a", "summer"],
      ["winter"],
      [],
    ]);
    expect(told(await undoListing(caller, moves))).toEqual(Array(3).fill("unchanged"));
  });

  it("leaves codes that were changed since out of an undo", async () => {
    const moves = movesOf(await changeListing(caller, ids, { archived: true }));
    await updateCode(caller, ids[0], { name: "Renamed" });
    await updateCode(caller, ids[1], { archived: false });
    expect(told(await undoListing(caller, moves))).toEqual([
      "changed_since",
      "unchanged",
      "changed",
      "changed",
    ]);
    expect(await listingOf(ids[0])).toEqual({ tags: [], archived: true });
    expect(await listingOf(ids[3])).toEqual({ tags: [], archived: false });
  });

  it("removes a tag and unarchives; the undo skips a code that was given the same tags since", async () => {
    for (const id of ids) await updateCode(caller, id, { tags: ["a", "b"], archived: true });
    const removed = await changeListing(caller, ids, { removeTag: "a" });
    expect(told(removed)).toEqual(Array(4).fill("changed"));
    expect(told(await changeListing(caller, ids, { removeTag: "a" }))).toEqual(Array(4).fill("unchanged"));
    for (const tags of [["c"], ["b"]]) await updateCode(caller, ids[1], { tags });
    const undone = await undoListing(caller, movesOf(removed));
    expect(told(undone)).toEqual(["changed", "changed_since", "changed", "changed"]);
    expect(await listingOf(ids[1])).toEqual({ tags: ["b"], archived: true });
    expect(told(await changeListing(caller, ids, { archived: false }))).toEqual(Array(4).fill("changed"));
    expect(await listingOf(ids[0])).toEqual({ tags: ["a", "b"], archived: false });
  });

  it("requires the version from the change for an undo", () => {
    const move = { id: newId(), version: null, from: { tags: ["a"] }, to: { tags: [] } };
    expect(listingMovesSchema.safeParse([move]).success).toBe(false);
    expect(stateMovesSchema.safeParse([{ ...move, from: {}, to: {} }]).success).toBe(false);
    const version = "2026-01-01T00:00:00.000Z";
    expect(listingMovesSchema.safeParse([{ ...move, version }]).success).toBe(true);
  });

  it("refuses an eleventh tag for that code only", async () => {
    await updateCode(caller, ids[1], { tags: Array.from({ length: 10 }, (_, place) => `t${place}`) });
    const outcomes = await changeListing(caller, ids.slice(0, 2), { addTag: "one more" });
    expect(told(outcomes)).toEqual(["changed", "too_many_tags"]);
    expect(outcomes[1]?.message).toBe("It has 10 tags; remove one first");
  });
});

describe("bulk change of styles", () => {
  const styleOf = async (id: string) => (await getCode(caller, id)).settings;
  const movesOf = (outcomes: readonly ManyOutcome[]) =>
    outcomes.map(({ id, version = "" }) => ({ id, version }));

  it("merges styles deeply into codes of any kind and keeps other settings", async () => {
    await updateCode(caller, ids[0], { settings: { color: { light: "#FFFFEE" }, size: 512 } });
    const outcomes = await changeStyles(caller, ids, {
      color: { dark: "#17472F" },
      frame: { style: "rounded" },
    });
    expect(told(outcomes)).toEqual(Array(4).fill("changed"));
    expect(await styleOf(ids[0])).toMatchObject({
      color: { dark: "#17472F", light: "#FFFFEE" },
      frame: { style: "rounded", size: Math.round(512 * 0.08) },
    });
    expect(await styleOf(ids[3])).toMatchObject({ frame: { size: Math.round(256 * 0.08) } });
    expect(told(await changeStyles(caller, ids, { color: { dark: "#17472F" } }))).toEqual(
      Array(4).fill("unchanged"),
    );
  });

  it("does not change routes, UTM parameters or query options", async () => {
    const routes = [{ id: "phones", when: { os: ["iOS"] }, to: "https://old.example/ios" }];
    const rules = {
      routes,
      utm: { source: "poster" },
      passQuery: true as const,
      appendScanId: true as const,
    };
    await updateCode(caller, ids[0], { settings: rules });
    const none = { routes: null, utm: null, passQuery: null, appendScanId: null };
    expect(told(await changeStyles(caller, [ids[0]], { ...none, quietZone: 6 }))).toEqual(["changed"]);
    expect((await getCode(caller, ids[0])).settings).toMatchObject({ ...rules, quietZone: 6 });
  });

  it("refuses a style that would not scan for that code only, which stays unchanged", async () => {
    await updateCode(caller, ids[0], { settings: { color: { light: "#222222", dark: "#FFFFFF" } } });
    const before = await styleOf(ids[0]);
    const outcomes = await changeStyles(caller, ids.slice(0, 2), { color: { dark: "#000000" } });
    expect(told(outcomes)).toEqual(["contrast_too_low", "unchanged"]);
    expect(await styleOf(ids[0])).toEqual(before);
  });

  it("can be undone exactly, including logos and defaults, and repeatedly", async () => {
    const logo = { enabled: true, dataUrl: urlOf(await draw("png"), "png") };
    await updateCode(caller, ids[0], { settings: { color: { light: "#FFFFEE" }, size: 512, logo } });
    const before = await Promise.all(ids.map(styleOf));
    const outcomes = await changeStyles(caller, ids, {
      color: { dark: "#17472F", light: null },
      frame: { style: "rounded" },
      eyes: { shape: "rounded" },
      logo: null,
    });
    expect(told(outcomes)).toEqual(Array(4).fill("changed"));
    const moves = movesOf(outcomes);
    expect(told(await undoStyles(caller, moves))).toEqual(Array(4).fill("changed"));
    expect(await Promise.all(ids.map(styleOf))).toEqual(before);
    const { rows } = await sql.query("SELECT settings FROM qr_code WHERE id = $1", [ids[1]]);
    expect(rows).toEqual([{ settings: {} }]);
    expect(told(await undoStyles(caller, moves))).toEqual(Array(4).fill("unchanged"));
  });

  it("is undone only for codes not changed since, and within ten minutes", async () => {
    const moves = movesOf(await changeStyles(caller, ids, { quietZone: 6 }));
    await updateCode(caller, ids[0], { name: "Edited since" });
    await sql.query("UPDATE earlier_style SET kept_until = now() WHERE qr_code_id = $1", [ids[1]]);
    expect(told(await undoStyles(caller, moves))).toEqual([
      "changed_since",
      "changed_since",
      "changed",
      "changed",
    ]);
    expect((await styleOf(ids[0])).quietZone).toBe(6);
    expect(await deleteEarlierStyles()).toBeGreaterThan(0);
    const left = await sql.query("SELECT FROM earlier_style WHERE qr_code_id = ANY($1)", [ids]);
    expect(left.rowCount).toBe(3);
  });

  it("A5: can be undone only by its owner", async () => {
    const moves = movesOf(await changeStyles(caller, ids, { quietZone: 6 }));
    const eve = callerOf(await newAccount("pro"), "pro");
    expect(told(await undoStyles(eve, moves))).toEqual(Array(4).fill("not_found"));
    expect((await styleOf(ids[0])).quietZone).toBe(6);
  });

  it("A2: requires a plan that includes it and at most 25 codes per call", async () => {
    const starter = { ...caller, plan: "starter" as const };
    await expect(changeStyles(starter, ids, {})).rejects.toMatchObject({ code: "plan_required" });
    await expect(describeSelected(starter, ids)).rejects.toMatchObject({ code: "plan_required" });
    const many = Array.from({ length: 26 }, newId);
    await expect(changeStyles(caller, many, {})).rejects.toMatchObject({ code: "bulk_limit_exceeded" });
  });
});

describe("concurrent bulk changes", () => {
  it("all take effect", async () => {
    const outcomes = await Promise.all([
      changeStyles(caller, ids, { quietZone: 6 }),
      changeTimes(caller, ids.slice(0, 2), { isActive: false }),
      updateCode(caller, ids[0], { name: "Edited meanwhile" }),
    ]);
    expect(told(outcomes[0])).toEqual(Array(4).fill("changed"));
    expect(await getCode(caller, ids[0])).toMatchObject({
      name: "Edited meanwhile",
      settings: { quietZone: 6, isActive: false },
    });
  });
});

describe("selecting codes by search", () => {
  it("findMatching returns all matches in order, and describeSelected leaves out unknown codes", async () => {
    const query = { sort: "name", order: "desc" } as const;
    const found = await findMatching(caller, { ...query, search: "shelf" });
    expect(found).toEqual({ ids: [ids[2], ids[1], ids[0]], total: 3 });
    expect(await findMatching(caller, { ...query, isDynamic: false })).toEqual({ ids: [ids[2]], total: 1 });
    expect(await findMatching(caller, { ...query, search: "nothing" })).toEqual({ ids: [], total: 0 });
    const unlabelled = { tags: [], isArchived: false };
    expect(await describeSelected(caller, [ids[3], newId(), ids[0]])).toEqual([
      { id: ids[3], name: "Hours", type: "text", isDynamic: true, target: null, ...unlabelled },
      { id: ids[0], name: "Shelf 0", type: "url", isDynamic: true, target: address(0), ...unlabelled },
    ]);
  });
});

describe("a bulk change of 500 codes", () => {
  it("changes each code once, in batches of 25", async () => {
    const owner = callerOf(await newAccount("pro"), "pro");
    for (let lot = 0; lot < 5; lot += 1) {
      const { errors } = await createCodes(
        owner,
        Array.from({ length: 100 }, (_, place) => dynamic(lot * 100 + place)),
      );
      expect(errors).toEqual([]);
    }
    const { ids: all, total } = await findMatching(owner, { sort: "createdAt", order: "asc" });
    expect([all.length, total]).toEqual([500, 500]);
    const codes = await describeSelected(owner, all);
    expect(codes).toHaveLength(500);
    const outcomes: ManyOutcome[] = [];
    for (let at = 0; at < 500; at += 25) {
      const moves = codes
        .slice(at, at + 25)
        .map(({ id, target }) => ({ id, version: null, from: target ?? "", to: `${target}?shop=1` }));
      outcomes.push(...(await changeTargets(owner, moves)));
    }
    expect(told(outcomes)).toEqual(Array(500).fill("changed"));
    const after = await describeSelected(owner, all);
    expect(after.every(({ target }, place) => target === `${codes[place]?.target}?shop=1`)).toBe(true);
  }, 60_000);
});
