import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { noFilters } from "../server/database/migrate";
import { withMigrationEngine } from "../server/database/migration-engine";
import { projectRoot } from "../server/project-root";

const schemaOf = (content: string) => ({
  tag: "schemaDatamodel" as const,
  files: [{ path: "schema.prisma", content }],
});

/** Partial indexes and those by an operator class are written by hand: an introspection loses what they are made of. */
const dropOwnIndexes = `DO $$ DECLARE name regclass; BEGIN
  FOR name IN SELECT indexrelid::regclass FROM pg_index JOIN pg_class c ON c.oid = indrelid
    WHERE c.relnamespace = 'public'::regnamespace AND (indpred IS NOT NULL OR EXISTS (
      SELECT FROM unnest(indclass) AS class JOIN pg_opclass o ON o.oid = class WHERE NOT o.opcdefault))
  LOOP EXECUTE 'DROP INDEX ' || name; END LOOP; END $$`;
const ownIndexes = /^ *@@index\(.*ops: raw\(.*\n/gm;

async function introspect(engine: SchemaEngine, content: string): Promise<ReturnType<typeof schemaOf>> {
  const { schema } = await engine.introspect({
    schema: { files: [{ path: "schema.prisma", content }] },
    baseDirectoryPath: projectRoot,
    force: false,
    compositeTypeDepth: -1,
    namespaces: null,
  });
  // The same default in the words of schema.prisma.
  return schemaOf(
    (schema.files[0]?.content ?? "").replaceAll("@default(now())", '@default(dbgenerated("now()"))'),
  );
}

/** The statements that lead from the schema of a migrated database to `content`, the text of a schema.prisma. Drops indexes of that database. */
export async function diffSchema(url: string, content: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await pool.query(dropOwnIndexes);
    const from = await withMigrationEngine(pool, (engine) => introspect(engine, content));
    const to = schemaOf(content.replaceAll(ownIndexes, ""));
    const options = { script: true, exitCode: null, filters: noFilters };
    const { stdout } = await withMigrationEngine(pool, (engine) => engine.diff({ from, to, ...options }));
    return stdout ?? "";
  } finally {
    await pool.end();
  }
}
