import { expect, it } from "vitest";
import { readLanguages } from "./languages";

it.each<[string, string, string[]]>([
  ["in order of preference, without those at q=0", "en;q=0.5, PT-br, de;q=0", ["pt-br", "en"]],
  ["without repeats", "de, DE, de;q=0.3", ["de"]],
  ["none from an empty header", "", []],
])("reads a header's languages: %s", async (_, header, languages) => {
  expect(await readLanguages(header)).toEqual(languages);
});

it("reads at most 32 languages, and none of an overlong header", async () => {
  const tags = Array.from({ length: 10_000 }, (_, nth) => `zz-${nth}`);
  const read = await readLanguages(tags.join(","));
  expect(read).toEqual(tags.slice(0, 32));
  expect(await readLanguages("x".repeat(30_000))).toEqual([]);
});
