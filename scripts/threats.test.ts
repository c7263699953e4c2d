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
function namesIn(file: string): string[] {
  const titles = readFileSync(file, "utf8").matchAll(/["'`]((?:[SWAQIPO]\d{1,2}(?:, )?)+): /g);
  return [...titles].flatMap(([, names]) => names!.split(", "));
}
const names = new Map(tests.map((file) => [file, new Set(namesIn(file))]));

describe("the table of threats", () => {
  it("is read, and so are the tests", () => {
    expect(rows.length).toBeGreaterThan(70);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    expect(tests.length).toBeGreaterThan(300);
  });

  it.each(rows)("$name names tests that carry its name", ({ name, tests: cited }) => {
    expect(cited.length).toBeGreaterThan(0);
    // One that `npm test` runs.
    expect(cited.filter((file) => !file.includes(".long."))).not.toEqual([]);
    for (const file of cited) expect([file, names.get(file)?.has(name)]).toEqual([file, true]);
  });

  it("has a row for each name that a test carries", () => {
    const known = new Set(rows.map(({ name }) => name));
    const strangers = [...names].flatMap(([file, carried]) =>
      [...carried].filter((name) => !known.has(name)).map((name) => `${name} in ${file}`),
    );
    expect(strangers).toEqual([]);
  });

  it("names modules that are there", () => {
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
