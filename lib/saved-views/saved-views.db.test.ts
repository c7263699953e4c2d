import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { requireValid } from "@/lib/platform/validation";
import { deleteAccount } from "@/lib/users";
import { changeView, createView, deleteView, listViews } from "./index";
import { maxViews, newViewSchema } from "./schema";

async function newCaller(): Promise<Caller> {
  const account = await newAccount("free");
  return { ...callerOf(account, "free"), userId: account.userId };
}

let caller: Caller;
beforeEach(async () => {
  caller = await newCaller();
});

const save = (name = "Summer", query = "tags=summer", who = caller) =>
  createView(who, requireValid(newViewSchema, { page: "codes", name, query }, "form"));
const list = (who = caller) => listViews(who, "codes");
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    ({ code }) => code,
  );

describe("a saved view", () => {
  it("is listed by name, renamed, replaced and deleted", async () => {
    await save("Table 10");
    await save(" Table 2 ", "");
    const [two, ten] = await list();
    expect([two, ten]).toEqual([
      { id: expect.any(String), name: "Table 2", query: "" },
      { id: expect.any(String), name: "Table 10", query: "tags=summer" },
    ]);
    await changeView(caller, two?.id ?? "", { name: "Winter" });
    await changeView(caller, two?.id ?? "", { query: "state=off" });
    expect(await list()).toEqual([ten, { ...two, name: "Winter", query: "state=off" }]);
    await deleteView(caller, ten?.id ?? "");
    expect(await list()).toMatchObject([{ name: "Winter" }]);
  });

  it("is of one page", async () => {
    await save();
    await createView(caller, { page: "analytics", name: "Phones", query: "device=mobile" });
    expect(await list()).toMatchObject([{ name: "Summer" }]);
    expect(await listViews(caller, "analytics")).toMatchObject([{ name: "Phones" }]);
  });

  it.each([
    ["is empty", "  ", "too_short"],
    ["has 61 characters", "x".repeat(61), "too_long"],
    ["has a control character", "a\u0000", "invalid_characters"],
  ])("is refused when its name %s", async (_, name, code) => {
    expect(() => requireValid(newViewSchema, { page: "codes", name, query: "" }, "form")).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ field: "name", code })] }),
    );
  });

  it("A5: of another user is treated as not found", async () => {
    await save();
    const [view] = await list();
    const eve = await newCaller();
    expect(await list(eve)).toEqual([]);
    for (const [who, id] of [
      [eve, view?.id ?? ""],
      [caller, newId()],
      [caller, "' OR true --"],
    ] as const) {
      expect(await codeOf(changeView(who, id, { name: "Stolen" }))).toBe("not_found");
      expect(await codeOf(changeView(who, id, { query: "stolen" }))).toBe("not_found");
      expect(await codeOf(deleteView(who, id))).toBe("not_found");
    }
    expect(await list()).toEqual([view]);
  });

  it("belongs to a user: a caller without one reads and changes nothing", async () => {
    await save();
    const [view] = await list();
    const { userId: _, ...key } = caller;
    await expect(listViews(key, "codes")).rejects.toThrow("signed-in user");
    await expect(deleteView(key, view?.id ?? "")).rejects.toThrow("signed-in user");
    expect(await list()).toEqual([view]);
  });

  it("Q1: 60 at once are 50, and a deleted one makes room", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => save()));
    const refused = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(10);
    expect(refused[0]).toMatchObject({
      code: "quota_exceeded",
      message: "All 50 saved views of Codes and Analytics are used. Delete one to make room.",
      details: [{ field: "views", limit: maxViews, used: maxViews }],
    });
    const views = await list();
    expect(views).toHaveLength(maxViews);
    await deleteView(caller, views[0]?.id ?? "");
    await save();
    expect(await codeOf(save())).toBe("quota_exceeded");
  });

  it("O8: is deleted with its user", async () => {
    await save();
    const [view] = await list();
    await deleteAccount(caller.accountId);
    expect((await sql.query("SELECT FROM saved_view WHERE id = $1", [view?.id])).rowCount).toBe(0);
    expect(await codeOf(save())).toBe("invalid_api_key");
  });
});
