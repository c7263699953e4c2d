import { beforeEach, describe, expect, it, vi } from "vitest";

const moves = { kind: "listing", list: [] } as const;
const run = { what: "Archive.", words: "2 codes changed.", moves };
const stored = new Map<string, string>();

/** The module as a page loads it, with what the tab stores. */
async function load() {
  vi.resetModules();
  return import("./last-run");
}

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});

async function remember() {
  const page = await load();
  page.openRuns("a", Date.now());
  return page.rememberRun(run);
}

describe("the last bulk change", () => {
  it("survives a reload until it expires", async () => {
    const { untilMs } = await remember();
    const page = await load();
    page.openRuns("a", untilMs - 1);
    expect(page.readRun()).toMatchObject(run);
    const later = await load();
    later.openRuns("a", untilMs);
    expect([later.readRun(), stored.size]).toEqual([null, 0]);
  });

  it("is deleted when another account signs in in the same tab", async () => {
    await remember();
    const page = await load();
    page.openRuns("b", Date.now());
    expect([page.readRun(), stored.size]).toEqual([null, 0]);
  });

  it("is deleted when the account signs out on any page of the tab", async () => {
    await remember();
    const elsewhere = await import("../../ui/navigation-guard");
    elsewhere.forgetAccount();
    const page = await import("./last-run");
    expect([page.readRun(), stored.size]).toEqual([null, 0]);
    await remember();
    vi.resetModules();
    (await import("../../ui/navigation-guard")).forgetAccount();
    expect(stored.size).toBe(0);
  });

  it("is deleted by its own Undo, but not by the Undo of an earlier change", async () => {
    const first = await remember();
    const page = await load();
    page.openRuns("a", Date.now());
    page.forgetRun({ ...first, untilMs: first.untilMs - 1 });
    expect(page.readRun()).toMatchObject(run);
    page.forgetRun(first);
    expect([page.readRun(), stored.size]).toEqual([null, 0]);
  });

  it("is kept in memory if the tab has no session storage", async () => {
    vi.stubGlobal("sessionStorage", undefined);
    const page = await load();
    page.openRuns("a", Date.now());
    page.rememberRun(run);
    expect(page.readRun()).toMatchObject(run);
  });
});
