import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DebianPostgres, openDebianPostgres } from "../support/process/debian-postgres";
import { makeCode, openServices } from "../support/process/services";

const { newFolder, start } = openServices();

describe("external PostgreSQL 15", () => {
  let postgres: DebianPostgres;

  beforeAll(async () => {
    postgres = await openDebianPostgres();
  });
  afterAll(() => postgres.close());

  it("serves two services that start at once, is migrated once and keeps running after they stop", async () => {
    const settings = { DATABASE_URL: postgres.url, DATA_DIR: newFolder() };
    const both = await Promise.all([start(settings), start(settings)]);
    const imageUrl = await makeCode(both[0].baseUrl);
    expect((await fetch(imageUrl.replace(both[0].baseUrl, both[1].baseUrl))).status).toBe(200);
    for (const service of both) expect(await service.stop()).toBe(0);
    const counted = postgres.ask("SELECT count(*), count(DISTINCT migration_name) FROM _prisma_migrations");
    const [rows, names] = counted.split("|");
    expect(rows).toBe(names);
    expect(readFileSync(join(postgres.folder, "data", "postmaster.pid"), "utf8")).toContain("ready");
  });
});
