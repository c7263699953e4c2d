import { describe, expect, it } from "vitest";
import {
  checkSchema,
  checkStatements,
  compareWithList,
  listPrismaCalls,
  readKinds,
  readModels,
} from "./check-citus.mjs";

const kinds = readKinds(`
  SELECT create_reference_table('purge');
  SELECT create_distributed_table('counter', 'account_id');
  SELECT create_distributed_table('scan', 'account_id', colocate_with => 'counter');`);

const schemaOf = (key: string, relation = "") => `
model Scan {
  id        String @db.Uuid
  accountId String @map("account_id") @db.Uuid
  ${relation}

  ${key}
  @@map("scan")
}

model Code {
  id    String @id
  scans Scan[]

  @@map("code")
}

model Counter {
  accountId String @id @map("account_id")

  @@map("counter")
}

model Purge {
  id String @id

  @@map("purge")
}
`;

const right = schemaOf("@@id([accountId, id])");

describe("the Citus key check", () => {
  it.each([
    ["accepts keys with the account", right, "", []],
    ["rejects a primary key of id only", schemaOf("@@id([id])"), "", ["unique key (id) lacks accountId"]],
    [
      "rejects a second key of id only",
      schemaOf("@@id([accountId, id])\n  @@unique([id(sort: Desc)])"),
      "",
      ["(id) lacks"],
    ],
    [
      "rejects a foreign key to a local table",
      schemaOf("@@id([accountId, id])", "code Code @relation(fields: [codeId], references: [id])"),
      "",
      ["a foreign key leads from scan (distributed) to code (local)"],
    ],
    ["rejects an index of id only", right, 'CREATE UNIQUE INDEX "x" ON "scan"("id");', ["lacks account_id"]],
    [
      "rejects a named list of id only",
      schemaOf('@@id([accountId, id])\n  @@unique(map: "x", fields: [id])'),
      "",
      ["(id) lacks"],
    ],
    [
      "rejects an index of id only that may exist",
      right,
      "create unique index concurrently if not exists x on only scan using btree (id)",
      ["lacks account_id"],
    ],
    [
      "rejects an added key of id only",
      right,
      'ALTER TABLE "scan" ADD CONSTRAINT x UNIQUE ("id");',
      ["lacks"],
    ],
    [
      "rejects a foreign key of a migration alone",
      right,
      'ALTER TABLE "scan" ADD CONSTRAINT x FOREIGN KEY ("c") REFERENCES "code"("id");',
      ["a foreign key leads from scan (distributed) to code (local)"],
    ],
    [
      "accepts a key and a foreign key with the account",
      right,
      "ALTER TABLE scan ADD PRIMARY KEY (account_id, id), ADD FOREIGN KEY (account_id) REFERENCES counter (account_id);",
      [],
    ],
    [
      "rejects a trigger",
      right,
      "CREATE TRIGGER x AFTER INSERT ON scan FOR EACH ROW EXECUTE FUNCTION f()",
      ["scan (distributed) has a trigger"],
    ],
    [
      "accepts a trigger of a local table",
      right,
      "CREATE TRIGGER x AFTER INSERT ON code EXECUTE FUNCTION f()",
      [],
    ],
    ["accepts a unique index of a local table", right, 'CREATE UNIQUE INDEX "x" ON "code"("id");', []],
    ["rejects a missing table", right.replace('@@map("purge")', '@@map("old")'), "", ["names purge"]],
  ])("%s", (_what, schema, migrations, words) => {
    const faults = checkSchema(kinds, schema, migrations);
    expect(faults).toHaveLength(words.length);
    for (const [at, word] of words.entries()) expect(faults[at]).toContain(word);
  });
});

describe("the Citus statement check", () => {
  const check = (sql: string, rest = "") => {
    const files: [string, string][] = [
      ["a/queries.ts", `${rest}\nexport function ask() { return run(\`${sql}\`); }`],
    ];
    const tables = new Set(["scan", "counter", "purge", "code"]);
    const { missing, mixed } = checkStatements({ kinds, tables, files });
    return [...missing.values(), ...mixed.values()];
  };

  it.each([
    ["SELECT id FROM scan WHERE account_id = $1", ""],
    ["SELECT id FROM scan WHERE id = $1", "asks scan without account_id"],
    [
      "SELECT (SELECT max(id) FROM scan WHERE id = $2) FROM counter WHERE account_id = $1",
      "asks scan without",
    ],
    ["INSERT INTO scan (id, account_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])", ""],
    [
      "DELETE FROM scan WHERE ctid = ANY(ARRAY(SELECT ctid FROM scan WHERE account_id = $1))",
      "asks scan without",
    ],
    ["DELETE FROM scan WHERE account_id = $1 AND id NOT IN (SELECT id FROM purge)", ""],
    [
      "SELECT s.id FROM scan s JOIN code c ON c.id = s.code_id WHERE s.account_id = $1",
      "joins scan (distributed) and code",
    ],
    ["SELECT id FROM code WHERE id = $1", ""],
    [
      "WITH gone AS (DELETE FROM purge RETURNING id) INSERT INTO scan (account_id) SELECT id FROM gone",
      "changes tables of different kinds",
    ],
    ["-- FROM scan\nSELECT id FROM code", ""],
    ["select id from scan where id = $1", "asks scan without"],
    ["SELECT id FROM scan WHERE id = $1 ORDER BY account_id", "asks scan without"],
    ["DELETE FROM scan WHERE id = $1 RETURNING account_id", "asks scan without"],
    ["SELECT c.id FROM code c, scan s WHERE s.account_id = $1", "joins scan (distributed) and code"],
    ["SELECT p.id FROM purge p, scan WHERE p.id = scan.id", "asks scan without"],
    ["SELECT id FROM public.scan WHERE id = $1", "asks scan without"],
    ['DELETE FROM "public"."scan" WHERE id = $1', "asks scan without"],
    ["MERGE INTO scan USING purge p ON p.id = scan.id WHEN MATCHED THEN DELETE", "asks scan without"],
    ["TRUNCATE scan", "asks scan without"],
    ["TRUNCATE TABLE ONLY code, scan", "joins scan (distributed) and code"],
    ["SELECT id FROM scan WHERE account_id IS NOT NULL", "asks scan without"],
    ["SELECT id FROM scan WHERE account_id <> $1", "asks scan without"],
    ["SELECT id FROM scan WHERE account_id = ANY($1) AND account_id IS NOT NULL", ""],
  ])("for %s reports %j", (sql, word) => {
    const faults = check(sql);
    if (word === "") expect(faults).toEqual([]);
    else expect(faults.join()).toContain(word);
  });

  it.each([
    "const find = (id: string) => run(SQL, [id]);",
    "class Store { find() { return run(SQL); } }",
    "const find = cache((id: string) => run(SQL, [id]));",
    "const find = function (id: string) { return run(SQL, [id]); };",
    "const store = { find: (id: string) => run(SQL, [id]) };",
    "const store = { find() { return run(SQL); } };",
  ])("also checks %s", (declaration) => {
    expect(check("", declaration.replace("SQL", '"SELECT id FROM scan WHERE id = $1"'))).toEqual([
      "asks scan without account_id",
    ]);
  });

  it("rejects Prisma calls on a distributed table", () => {
    const models = readModels(right);
    const findCalls = (text: string) => listPrismaCalls({ kinds, models, files: [["a/b.ts", text]] });
    expect(findCalls("await db.scan.findMany({})")).toEqual([
      "a/b.ts calls Prisma on scan, which may be distributed",
    ]);
    expect(findCalls("await tx\n.counter.create({})")).toHaveLength(1);
    expect(findCalls("db.scan.findMany<{ select: { id: true } }>({})")).toHaveLength(1);
    expect(findCalls("db.code.findMany({}); health.scan.count")).toEqual([]);
  });

  it("resolves constants and functions inside statements", () => {
    const parts = 'const source = "FROM scan s";\nconst ofOwner = () => "s.account_id = $1";';
    expect(check("SELECT id $" + "{source} WHERE $" + "{ofOwner()}", parts)).toEqual([]);
    expect(check("SELECT id $" + "{source} WHERE true", parts)).toEqual(["asks scan without account_id"]);
  });

  it("also checks a table parameter if the file names a distributed table", () => {
    const parts = 'const tables = ["scan"];';
    expect(check("DELETE FROM $" + "{table} WHERE id = $1", parts)).toEqual([
      "asks a_table_by_name without account_id",
    ]);
    expect(check("DELETE FROM $" + "{table} WHERE id = $1")).toEqual([]);
  });
});

it("the exception list accepts listed faults, and reports new faults and unneeded exceptions", () => {
  const found = new Map([["a:one", "asks scan without account_id"]]);
  expect(compareWithList(found, { "a:one": "why" }, "rule")).toEqual([]);
  expect(compareWithList(found, {}, "rule")).toEqual(["a:one asks scan without account_id"]);
  expect(compareWithList(new Map(), { "a:one": "why" }, "rule")[0]).toContain("take it off the list");
});
