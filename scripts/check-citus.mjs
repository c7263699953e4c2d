// Holds the schema and the statements to what deploy/citus.sql needs: that file says which tables are distributed by account and
// which are on every worker (reference tables); all others stay on the coordinator. There is no Citus among the tools, so this
// reads the text: keys and relations of schema.prisma, and each SQL literal of a file of queries with what is put into it.
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { acrossAccounts, acrossKinds } from "./citus-exceptions.mjs";

/** Which tables are of which kind; those of neither are local. */
export function readKinds(script) {
  const named = (call) => new Set([...script.matchAll(call)].map(([, table]) => table));
  return {
    distributed: named(/create_distributed_table\('(\w+)', 'account_id'/g),
    reference: named(/create_reference_table\('(\w+)'\)/g),
  };
}

/** The models of a Prisma schema: table, columns by field, unique keys, and the models that foreign keys point to. */
export function readModels(schema) {
  return [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name, body]) => {
    const lines = body.split("\n").filter((line) => !line.trim().startsWith("//"));
    const fieldsOf = (list) => list.split(",").map((field) => field.trim().replace(/\(.*$/, ""));
    return {
      name,
      table: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name,
      keys: lines.flatMap((line) => {
        const together = /@@(?:id|unique)\([^[]*\[([^\]]*)\]/.exec(line);
        if (together) return [fieldsOf(together[1])];
        return /\s@(?:id|unique)\b/.test(line) ? [[line.trim().split(/\s+/)[0]]] : [];
      }),
      targets: lines.flatMap((line) =>
        /@relation\([^)]*\bfields:/.test(line) ? [line.trim().split(/\s+/)[1].replace(/\?$/, "")] : [],
      ),
    };
  });
}

const kindOf = ({ distributed, reference }, table) =>
  distributed.has(table) ? "distributed" : reference.has(table) ? "reference" : "local";

export function checkSchema(kinds, schema, migrations) {
  const models = readModels(schema);
  const tables = new Map(models.map(({ name, table }) => [name, table]));
  const known = new Set(tables.values());
  const faults = [...kinds.distributed, ...kinds.reference]
    .filter((table) => !known.has(table))
    .map((table) => `deploy/citus.sql names ${table}, which schema.prisma does not have`);
  for (const { table, keys, targets } of models) {
    const kind = kindOf(kinds, table);
    if (kind === "distributed")
      for (const key of keys.filter((fields) => !fields.includes("accountId")))
        faults.push(
          `${table} is distributed by account, and its unique key (${key.join(", ")}) lacks accountId`,
        );
    for (const target of targets.map((name) => tables.get(name))) {
      const other = kindOf(kinds, target);
      if (kind !== other && !(other === "reference" && kind !== "reference"))
        faults.push(`a foreign key leads from ${table} (${kind}) to ${target} (${other})`);
    }
  }
  for (const statement of migrations.replace(/--.*$/gm, "").split(";"))
    faults.push(...checkMigration(kinds, statement));
  return faults;
}

/** Of one statement that defines a table or something on it; whatever a later migration drops again counts, too. */
function checkMigration(kinds, statement) {
  const table = definedOn.exec(statement)?.[1];
  const kind = kindOf(kinds, table);
  if (kind === "local") return [];
  const faults = [];
  // Keys of a new table are in schema.prisma, as they are today.
  if (kind === "distributed" && !/\bCREATE\s+(?:UNLOGGED\s+)?TABLE\b/i.test(statement))
    for (const [, columns] of statement.matchAll(/\b(?:UNIQUE|PRIMARY\s+KEY)\b[^(]*\(([^)]*)\)/gi))
      if (!columns.includes("account_id"))
        faults.push(
          `a unique key of ${table}, which is distributed by account, lacks account_id: (${columns})`,
        );
  for (const [, target] of statement.matchAll(/\bREFERENCES\s+"?(\w+)/gi)) {
    const other = kindOf(kinds, target);
    if (kind !== other && other !== "reference")
      faults.push(`a foreign key leads from ${table} (${kind}) to ${target} (${other})`);
  }
  if (/\bCREATE\b.*\bTRIGGER\b/is.test(statement)) faults.push(`${table} (${kind}) has a trigger`);
  return faults;
}

/** The table of CREATE TABLE, ALTER TABLE, CREATE INDEX … ON or CREATE TRIGGER … ON. */
const definedOn = /\b(?:TABLE|ON)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?:ONLY\s+)?"?(\w+)/i;

const isSql = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE)\b/i;

/** Top-level functions and constants of the files, looked up by name as one of them sees it: its own, or what it imports. */
function declarationsOf(files) {
  const all = new Map();
  const imported = new Set();
  for (const [path, text] of files) {
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const statement of source.statements) {
      if (ts.isImportDeclaration(statement))
        for (const { name } of statement.importClause?.namedBindings?.elements ?? [])
          imported.add(`${path}:${name.text}`);
      const found = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
      for (const node of found)
        if (node.name && (isFunction(node) || ts.isVariableDeclaration(node)))
          all.set(`${path}:${node.name.text}`, { path, node });
    }
  }
  const exported = new Map([...all].map(([key, value]) => [key.slice(key.indexOf(":") + 1), value]));
  const find = (path, name) =>
    all.get(`${path}:${name}`) ?? (imported.has(`${path}:${name}`) ? exported.get(name) : undefined);
  return { all, find };
}

/** Whether a declaration sends statements: a function, a class, or a constant with a function in it. */
const isFunction = (node) =>
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  (ts.isVariableDeclaration(node) && hasFunction(node));

const hasFunction = (node) =>
  ts.isArrowFunction(node) ||
  ts.isFunctionExpression(node) ||
  ts.isMethodDeclaration(node) ||
  (ts.forEachChild(node, hasFunction) ?? false);

/** Stands for a table whose name is a parameter. */
const anyTable = "a_table_by_name";
const readOrWritten = "FROM|JOIN|INTO|UPDATE|USING|TRUNCATE(?:\\s+TABLE)?";
const written = "INSERT INTO|UPDATE|DELETE FROM|MERGE INTO|TRUNCATE(?:\\s+TABLE)?";
const beforeTable = new RegExp(`\\b(?:${readOrWritten})\\s+$`, "i");

/** The SQL literals of a declaration, with what is put into them as far as the files say it. */
function statementsOf({ path, node }, find) {
  const expandTemplate = (part, within, seen) => {
    let text = part.head.text;
    for (const { expression, literal } of part.templateSpans) {
      const put = expand(expression, within, seen);
      text += `${put.trim() === "" && beforeTable.test(text) ? anyTable : put}${literal.text}`;
    }
    return text;
  };
  const expand = (part, within, seen) => {
    if (ts.isStringLiteralLike(part)) return part.text;
    if (ts.isTemplateExpression(part)) return expandTemplate(part, within, seen);
    if (ts.isIdentifier(part)) {
      const other = find(within, part.text);
      return other && !seen.has(other)
        ? ` ${expand(other.node, other.path, new Set([...seen, other]))} `
        : "";
    }
    let text = "";
    ts.forEachChild(part, (child) => {
      if (!ts.isTypeNode(child)) text += ` ${expand(child, within, seen)} `;
    });
    return text;
  };
  const found = [];
  const collect = (child) => {
    if (!ts.isTemplateExpression(child) && !ts.isStringLiteralLike(child)) {
      ts.forEachChild(child, collect);
      if (ts.isIdentifier(child)) {
        const other = find(path, child.text);
        if (other && ts.isVariableDeclaration(other.node))
          found.push(expand(other.node, other.path, new Set([other])));
      }
    } else found.push(expand(child, path, new Set()));
  };
  collect(node);
  return found.filter((text) => isSql.test(text)).map((text) => text.replace(/--.*$/gm, ""));
}

/** What follows each mention of a table, as far as its own select reaches and without the selects within it. */
function* mentionsOf(text, table) {
  for (const { index } of text.matchAll(mentionOf(table, readOrWritten))) {
    let depth = 0;
    let within = Number.POSITIVE_INFINITY;
    let own = "";
    for (let at = index; at < text.length && depth >= 0; at += 1) {
      if (text[at] === "(") {
        depth += 1;
        if (depth < within && /^\(\s*SELECT\b/i.test(text.slice(at, at + 40))) within = depth;
      }
      if (depth < within) own += text[at];
      if (text[at] === ")") {
        if (depth === within) within = Number.POSITIVE_INFINITY;
        depth -= 1;
      }
    }
    // What sorts or returns rows says nothing of which rows they are, nor does what leaves accounts out.
    yield own.split(/\b(?:ORDER BY|GROUP BY|RETURNING)\b/i)[0].replace(leavesOut, "");
  }
}

const leavesOut = /\baccount_id"?\s*(?:IS\b|<|>|!=)/gi;
/** A table behind one of these words; where it may be read, also behind a comma of a list. */
const mentionOf = (table, before) => {
  const comma = before === readOrWritten ? `|(?:FROM|TRUNCATE)\\s(?:(?!${endOfFrom})[^;])*?,\\s*` : "";
  return new RegExp(`\\b(?:(?:${before})\\s+${comma})(?:ONLY\\s+)?(?:"?\\w+"?\\.)?"?${table}"?\\b`, "gi");
};
const endOfFrom = "\\b(?:SELECT|WHERE|SET|GROUP|ORDER|RETURNING|ON)\\b";
const named = (text, tables, before) => [...tables].filter((table) => mentionOf(table, before).test(text));

/** Faults by the place of their statement, `<file>:<function>`, of both rules. */
export function checkStatements({ kinds, tables, files }) {
  const { all, find } = declarationsOf(files);
  const namesDistributed = new Set(
    files
      .filter(([, text]) => [...kinds.distributed].some((table) => text.includes(`"${table}"`)))
      .map(([path]) => path),
  );
  const missing = new Map();
  const mixed = new Map();
  for (const [place, declaration] of all) {
    if (!isFunction(declaration.node)) continue;
    const byName = namesDistributed.has(declaration.path) ? [anyTable] : [];
    for (const text of statementsOf(declaration, find)) {
      const touched = named(text, [...tables, ...byName], readOrWritten);
      const distributed = touched.filter((table) => kinds.distributed.has(table) || table === anyTable);
      const alone = distributed.filter((table) =>
        [...mentionsOf(text, table)].some((mention) => !mention.includes("account_id")),
      );
      if (alone.length > 0) missing.set(place, `asks ${alone.join(", ")} without account_id`);
      const local = touched.filter((table) => table !== anyTable && kindOf(kinds, table) === "local");
      if (distributed.length > 0 && local.length > 0)
        mixed.set(place, `joins ${distributed.join(", ")} (distributed) and ${local.join(", ")} (local)`);
      const changed = named(text, tables, written);
      if (/\bWITH\b/i.test(text) && new Set(changed.map((table) => kindOf(kinds, table))).size > 1)
        mixed.set(place, `changes tables of different kinds in one statement: ${changed.join(", ")}`);
    }
  }
  return { missing, mixed };
}

/** Calls of Prisma's on distributed tables, which say nothing of the account to the reader of statements. */
export function listPrismaCalls({ kinds, models, files }) {
  const names = models
    .filter(({ table }) => kinds.distributed.has(table))
    .map(({ name }) => name[0].toLowerCase() + name.slice(1));
  const calls = new RegExp(
    `\\.\\s*(${names.join("|")})\\s*\\.\\s*(?:find|create|update|upsert|delete|count|aggregate|groupBy)\\w*(?:<[^(]*>)?\\(`,
    "g",
  );
  return files.flatMap(([path, text]) =>
    [...text.matchAll(calls)].map(([, name]) => `${path} calls Prisma on ${name}, which may be distributed`),
  );
}

/** What is found and not listed, and what is listed and not found. */
export function compareWithList(found, listed, rule) {
  const faults = [...found]
    .filter(([place]) => !(place in listed))
    .map(([place, fault]) => `${place} ${fault}`);
  const idle = Object.keys(listed).filter((place) => !found.has(place));
  return [
    ...faults,
    ...idle.map((place) => `${place} is an exception to "${rule}" without need; take it off the list`),
  ];
}

function readSources() {
  return ["lib", "server", "inngest", "app"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((path) => `${folder}/${path}`)
      .filter((path) => /(?<!\.test)\.tsx?$/.test(path))
      .map((path) => [path, readFileSync(path, "utf8")]),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const kinds = readKinds(readFileSync("deploy/citus.sql", "utf8"));
  const schema = readFileSync("prisma/schema.prisma", "utf8");
  const migrations = readdirSync("prisma/migrations", { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8"));
  const models = readModels(schema);
  const tables = new Set(models.map(({ table }) => table));
  const files = readSources();
  const queries = files.filter(([path]) => /\/queries(?:\.[\w-]+)?\.ts$/.test(path));
  const { missing, mixed } = checkStatements({ kinds, tables, files: queries });
  const faults = [
    ...checkSchema(kinds, schema, migrations.join("\n")),
    ...listPrismaCalls({ kinds, models, files }),
    ...compareWithList(missing, acrossAccounts, "filters by account"),
    ...compareWithList(mixed, acrossKinds, "stays with one kind of table"),
  ];
  for (const fault of faults) console.error(fault);
  console.error(`citus: ${kinds.distributed.size} distributed tables, ${faults.length} faults`);
  if (kinds.distributed.size === 0 || faults.length > 0) process.exitCode = 1;
}
