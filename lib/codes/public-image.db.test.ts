import { beforeEach, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { recordStatements } from "@/e2e/support/statements";
import type { Caller } from "@/lib/accounts/schema";
import { createCode, updateCode } from "./";
import { findPublicImage } from "./public-image";
import { renameTag } from "./tags";

let caller: Caller;
let name: string;
let id: string;
/** Pictures that were drawn for the client. */
let drawn: number;

beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  // A picture of its own, which no other test has drawn.
  const content = `https://example.com/${caller.accountId}`;
  id = (await createCode(caller, { ...plainCode, content, tags: ["menus"], publicImage: true })).id;
  name = `${id}.png`;
  drawn = 0;
});

function ask(known?: string, query = {}) {
  return findPublicImage(name, query, {
    hasTag: (tag) => tag === known,
    countDrawing: async () => {
      drawn += 1;
    },
    countUnknown: async () => {},
  });
}

/** Asks, and tells whether a statement selected settings. */
async function watch(known?: string) {
  let found: Awaited<ReturnType<typeof ask>> | undefined;
  const statements = await recordStatements(async () => {
    found = await ask(known);
  });
  if (found === undefined || "redirect" in found) throw new Error("There is no picture");
  return {
    ...found,
    statements: statements.length,
    readsSettings: statements.some(({ text }) => text.includes("settings")),
  };
}

it("reads settings only for the first image, not for one cached by the server or the client", async () => {
  const first = await watch();
  expect([first.readsSettings, first.notModified, drawn]).toEqual([true, false, 1]);
  const cached = await watch();
  expect(cached).toMatchObject({ ...first, readsSettings: false, statements: 1 });
  expect(await watch(first.tag)).toMatchObject({ notModified: true, readsSettings: false, statements: 1 });
  expect(drawn).toBe(1);
});

it("serves a change at once, but keeps ETag and image if only tags change", async () => {
  const first = await watch();
  await renameTag(caller, "menus", "food");
  expect(await watch()).toMatchObject({ tag: first.tag, readsSettings: true });
  expect(drawn).toBe(1);
  await updateCode(caller, id, { settings: { color: { dark: "#0F766E" } } });
  const changed = await watch(first.tag);
  expect([changed.notModified, changed.tag === first.tag, drawn]).toEqual([false, false, 2]);
  await updateCode(caller, id, { publicImage: false });
  await expect(ask()).rejects.toMatchObject({ code: "not_found" });
});
