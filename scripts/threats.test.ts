import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

interface Row {
  name: string;
  tests: string[];
}

/** Rows of the table of threats: `| A4 | threat | what stands against it | tests |`. */
const rows: Row[] = [...readFileSync("SECURITY.md", "utf8").matchAll(/^\| ([A-Z]\d+) \|(.*)\|$/gm)].map(
  ([, name, rest]) => {
    const cells = rest!.split(" | ");
    return { name: name!, tests: [...cells.at(-1)!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!) };
  },
);

const folders = ["app", "clients", "components", "e2e", "inngest", "lib", "scripts", "server"];
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
);
const tests = files.filter((file) => file.endsWith(".test.ts") && file !== "scripts/threats.test.ts");

/** Names of the table's groups at the beginning of a title: "A4: …", "S2, S3: …". */
function* titlesIn(file: string): Generator<{ name: string; isLong: boolean }> {
  const source = readFileSync(file, "utf8");
  for (const title of source.matchAll(/["'`]((?:[SWAQIPO]\d{1,2}(?:, )?)+): /g)) {
    const isLong = file.includes(".long.") || isLeftToLongRuns(source, title.index);
    for (const name of title[1]!.split(", ")) yield { name, isLong };
  }
}

/** Whether a title's test runs in `npm run test:long` alone, or all those of a group. */
function isLeftToLongRuns(source: string, at: number): boolean {
  const [, call] = [...source.slice(0, at).matchAll(/^ *(itInLongRuns|it|describe)[.(]/gm)].at(-1) ?? [];
  if (call !== "describe") return call === "itInLongRuns";
  const [group = ""] = source.slice(at).split(/^describe[.(]/m);
  return !/^ *it[.(]/m.test(group);
}

const titles = new Map(tests.map((file) => [file, [...titlesIn(file)]]));

describe("the table of threats", () => {
  it("is read with over 70 unique rows, along with over 300 test files", () => {
    expect(rows.length).toBeGreaterThan(70);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(tests.length).toBeGreaterThan(300);
  });

  it.each(rows)("cites tests named $name, at least one of them in npm test", ({ name, tests: cited }) => {
    expect(cited.length).toBeGreaterThan(0);
    const own = (file: string) => (titles.get(file) ?? []).filter((title) => title.name === name);
    for (const file of cited) expect([file, own(file).length > 0]).toEqual([file, true]);
    // One of them is a part of `npm test`.
    expect(cited.flatMap(own).filter(({ isLong }) => !isLong)).not.toEqual([]);
  });

  it("has a row for each threat name in a test title", () => {
    const known = new Set(rows.map(({ name }) => name));
    const strangers = [...titles].flatMap(([file, carried]) =>
      carried.filter(({ name }) => !known.has(name)).map(({ name }) => `${name} in ${file}`),
    );
    expect(strangers).toEqual([]);
  });

  it("cites modules that exist", () => {
    const table = readFileSync("SECURITY.md", "utf8")
      .split("\n")
      .filter((line) => /^\| [A-Z]\d/.test(line));
    const paths = table.join("\n").match(/`(?:app|components|lib|scripts|server)\/[^`]+`/g) ?? [];
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.map((path) => path.slice(1, -1)).filter((path) => !existsSync(path))).toEqual([]);
    const named = table.join("\n").match(/`[\w-]+\.ts`/g) ?? [];
    expect(named.length).toBeGreaterThan(10);
    expect(
      named.filter((name) => ![...files, "/proxy.ts"].some((file) => file.endsWith(`/${name.slice(1, -1)}`))),
    ).toEqual([]);
  });
});
