import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { closeDatabase, redirectSql, sql } from "@/lib/platform/db";

/** Every file of statements: a module's `queries.ts` or `queries.<topic>.ts`. */
const folder = fileURLToPath(new URL("..", import.meta.url));
const files = ["lib", "server"]
  .flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: "utf8" }).map((path) => join(part, path)),
  )
  .filter((path) => /\/queries(\.[a-z-]+)?\.ts$/.test(path))
  .sort();

/** Stands in for any argument: every member of it is one, too. A list counts one item and gives none. */
const anything: unknown = new Proxy(() => anything, {
  get: (_, name) => {
    if (name === Symbol.iterator) return () => [][Symbol.iterator]();
    if (name === "length") return 1;
    if (name === Symbol.toPrimitive) return () => "0";
    if (name === "map" || name === "flatMap" || name === "filter") return () => [];
    return name === "then" ? undefined : anything;
  },
  apply: () => anything,
});

const everyFilter = {
  sort: "name",
  order: "asc",
  type: "url",
  isDynamic: true,
  search: "Menu",
  tags: ["a"],
  archived: "true",
  state: "off",
  updatedSince: "2026-01-01T00:00:00Z",
};

/** The arguments after the first where a statement depends on one of a closed set. */
const choices: Record<string, unknown[]> = {
  deleteRawRows: ["scan"],
  listAccountRows: ["newest"],
  sumDocuments: [anything, { from: 0, to: 1, without: [] }],
  lockExpiredRows: ["event"],
  deleteExpiredRows: ["delivery"],
  findWebhook: [anything, anything, "none"],
  searchCodeRows: [anything, "names"],
  listCodeRows: [everyFilter],
  listCodeIds: [everyFilter],
  listCodeRowsBehind: [everyFilter],
};

/** Can't be prepared; the tests of partitions run them. */
const isDefinition = /^(?:BEGIN|ROLLBACK|SET|ALTER|DROP)\b/;

type Statement = string | { text: string };

/** The statements that a function sends, whatever it is given; null for one that returns a fragment of SQL instead. */
async function capture(name: string, run: (...words: unknown[]) => unknown): Promise<string[] | null> {
  const texts: string[] = [];
  const query = async (statement: Statement) => {
    texts.push(typeof statement === "string" ? statement : statement.text);
    return { rows: [], rowCount: 0 };
  };
  const members: Record<PropertyKey, unknown> = { query, escapeIdentifier: () => "scan" };
  const executor = new Proxy(anything as object, {
    get: (target, name) => members[name] ?? Reflect.get(target, name),
  });
  const pools = [sql, redirectSql].map((pool) => vi.spyOn(pool, "query").mockImplementation(query as never));
  try {
    // An executor comes first where there is one; a pool is used otherwise.
    const rest = [...(choices[name] ?? []), anything, anything, anything, anything];
    const result = run(executor, ...rest);
    if (typeof result === "string") return null;
    await Promise.resolve(result).catch(() => undefined);
  } finally {
    for (const pool of pools) pool.mockRestore();
  }
  return texts;
}

describe.each(files)("%s", async (file) => {
  const exported = Object.entries(await import(join(folder, file))).filter(
    (entry): entry is [string, (...words: unknown[]) => unknown] => typeof entry[1] === "function",
  );

  it.each(exported)(`${relative(".", file)}: PostgreSQL prepares what %s sends`, async (name, run) => {
    const texts = await capture(name, run);
    if (texts === null) return;
    expect(texts.length, name).toBeGreaterThan(0);
    const connection = await sql.connect();
    try {
      for (const text of texts.filter((text) => !isDefinition.test(text))) {
        await connection.query(`PREPARE checked AS ${text}`);
        await connection.query("DEALLOCATE checked");
      }
    } finally {
      connection.release();
    }
  });
});

it("closes its connections", closeDatabase);
