import { describe, expect, it } from "vitest";
import { splitTags } from "@/lib/platform/tags";
import { checkNote, checkTags, readTag } from "./tags";

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

describe("an entered tag", () => {
  it("is trimmed, lower-cased and Unicode-composed", () => {
    expect(readTag("  Caf\u0065\u0301 Nord ")).toEqual({ tag: "caf\u00e9 nord" });
  });

  it.each([
    ["a/b", "A tag can't contain a slash. Use a hyphen."],
    ["a\tb", "A tag can't contain tabs or other control characters. Remove them."],
    ["x".repeat(41), "A tag has at most 40 characters. This one has 41."],
    ["😀".repeat(41), "A tag has at most 40 characters. This one has 41."],
  ])("is rejected if it is %j, and the message says what to change", (text, fault) => {
    expect(readTag(text)).toEqual({ fault });
    expect(checkTags(form({ tags: `menus,${text}` }))).toEqual({ tags: fault });
  });

  it("is split into tags at commas, without blank ones", () => {
    expect(splitTags("a, b ,,c d, ")).toEqual(["a", "b", "c d"]);
    expect(splitTags("")).toEqual([]);
  });

  it("is rejected as the eleventh tag of a code", () => {
    const tags = Array.from({ length: 10 }, (_, at) => `tag ${at}`);
    expect(checkTags(form({ tags: tags.join(",") }))).toEqual({});
    expect(checkTags(form({ tags: [...tags, "more"].join(",") }))).toEqual({
      tags: "A code has at most 10 tags. Remove 1.",
    });
  });
});

describe("a note", () => {
  it("has at most 2,000 characters and may have several lines", () => {
    expect(checkNote(form({ note: `${"😀".repeat(1_998)}\n.` }))).toEqual({});
    expect(checkNote(form({ note: "x".repeat(2_001) }))).toEqual({
      note: "A note has at most 2,000 characters. This one has 2,001.",
    });
  });

  it("must not contain control characters", () => {
    expect(checkNote(form({ note: "a\u0000b" }))).toEqual({
      note: "A note can't contain control characters. Remove them.",
    });
  });
});
