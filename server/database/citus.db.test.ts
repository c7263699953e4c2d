import { readFileSync } from "node:fs";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMigratedDatabase, createSpareDatabase, type SpareDatabase } from "@/e2e/support/database";

/** Without the commands of psql itself. */
const script = readFileSync("deploy/citus.sql", "utf8").replace(/^\\.*$/gm, "");

/** Functions in the place of Citus' own, which refuse what Citus refuses: keys without the column, foreign keys across, triggers. */
const standIn = `
  CREATE TABLE pg_dist_partition (logicalrelid regclass PRIMARY KEY, partkey text);
  CREATE FUNCTION refuse_triggers(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = table_name AND NOT tgisinternal) THEN
      RAISE EXCEPTION 'cannot distribute relation "%" because it has triggers', table_name;
    END IF;
    IF EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND table_name IN (conrelid, confrelid)) THEN
      RAISE EXCEPTION 'cannot create foreign key constraint of "%" since a table is not distributed', table_name;
    END IF;
  END $$;
  CREATE FUNCTION create_reference_table(table_name regclass) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM refuse_triggers(table_name);
    INSERT INTO pg_dist_partition VALUES (table_name, NULL);
  END $$;
  CREATE FUNCTION create_distributed_table(table_name regclass, distribution_column text, colocate_with text DEFAULT 'default')
  RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM refuse_triggers(table_name);
    IF EXISTS (
      SELECT FROM pg_index i WHERE i.indrelid = table_name AND i.indisunique AND NOT EXISTS (
        SELECT FROM pg_attribute a WHERE a.attrelid = table_name AND a.attname = distribution_column AND a.attnum = ANY(i.indkey)))
    THEN
      RAISE EXCEPTION 'cannot create constraint on "%": the key does not include the partition column', table_name;
    END IF;
    INSERT INTO pg_dist_partition VALUES (table_name, distribution_column);
  END $$;`;

let database: SpareDatabase;
let client: pg.Client;

async function open(created: Promise<SpareDatabase>): Promise<void> {
  database = await created;
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}

afterEach(async () => {
  await client.end();
  await database.drop();
});

describe("deploy/citus.sql on an installed database", () => {
  beforeEach(() => open(createMigratedDatabase()));

  const listDistributed = async () => {
    const { rows } = await client.query<{ name: string; key: string | null }>(
      "SELECT logicalrelid::text AS name, partkey AS key FROM pg_dist_partition ORDER BY 1",
    );
    return rows.map(({ name, key }) => `${name} ${key}`);
  };

  it("distributes every scan table by account, and changes nothing the second time", async () => {
    await client.query(standIn);
    await client.query(script);
    const distributed = [
      "excluded_scan account_id",
      "goal account_id",
      "goal_scan account_id",
      "over_limit_scan account_id",
      "scan account_id",
      "scan_counter account_id",
      "scan_day account_id",
      "scan_purge null",
      "stale_scan_day account_id",
    ];
    expect(await listDistributed()).toEqual(distributed);
    await client.query(script);
    expect(await listDistributed()).toEqual(distributed);
  });

  it("distributes no table if one has a unique key without the account", async () => {
    await client.query(standIn);
    await client.query("CREATE UNIQUE INDEX ON excluded_scan (id)");
    await expect(client.query(script)).rejects.toThrow("the key does not include the partition column");
    await client.query("ROLLBACK");
    expect(await listDistributed()).toEqual([]);
  });

  it("is refused without Citus, and while scans are being partitioned", async () => {
    await expect(client.query(script)).rejects.toThrow("This database has no Citus");
    await client.query("ROLLBACK");
    await client.query(standIn);
    await client.query(
      "ALTER TABLE scan ADD CONSTRAINT scan_bound CHECK (scanned_at < '2100-01-01') NOT VALID",
    );
    await expect(client.query(script)).rejects.toThrow("is being divided into partitions");
  });
});

it("deploy/citus.sql is refused on a database where the service never ran", async () => {
  await open(createSpareDatabase(process.env.DATABASE_URL ?? ""));
  await client.query(standIn);
  await expect(client.query(script)).rejects.toThrow("This database is not Quietzone's");
});
