import { spawnSync } from "node:child_process";
import { appendFile, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import {
  copyLaterMigrations,
  describeObjects,
  digestTables,
  listObjects,
  storeHostileRows,
} from "@/e2e/support/backups/databases";
import { createSpareDatabase, type SpareDatabase } from "@/e2e/support/database";
import { openQueue } from "@/e2e/support/webhooks/test-queue";
import { setDatabaseUrl, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { migrate, readMigrations } from "../migrate";
import { checkBackup } from "./read-backup";
import { restoreBackup } from "./restore-backup";
import { writeBackup } from "./write-backup";

const spares: SpareDatabase[] = [];
let folder: string;
let source: SpareDatabase;
let file: string;

async function newDatabase(): Promise<SpareDatabase> {
  const spare = await createSpareDatabase(env.databaseUrl as string);
  spares.push(spare);
  return spare;
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await client.query(text).finally(() => client.end());
}

const storeAccount = `INSERT INTO account (id, name, plan) VALUES (gen_random_uuid(), 'Ada', 'pro') RETURNING id, name`;

/** The pool's connections belong to one database for good; what backs up and restores opens its own. */
async function restoreInto(database: SpareDatabase, from = file, options: Partial<Options> = {}) {
  setDatabaseUrl(database.url);
  return await restoreBackup(from, { deliveries: "send", ...options });
}
type Options = Parameters<typeof restoreBackup>[1];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quietzone-backup-"));
  source = await newDatabase();
  setDatabaseUrl(source.url);
  await migrate(source.url);
  await storeHostileRows();
  const queue = await openQueue();
  await queue.emit(40);
  file = join(folder, "first.backup");
  await writeBackup(file);
});
afterEach(async () => {
  setDatabaseUrl(source.url);
  for (const spare of spares.splice(1)) await spare.drop();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await sql.end();
  await source.drop();
});

const nothing: string[] = [];

describe("O4: backup and restore", () => {
  it("restores every row, sequence, trigger and other schema object", async () => {
    const target = await newDatabase();
    const { manifest } = await restoreInto(target);
    const [before, after] = [await digestTables(source.url), await digestTables(target.url)];
    expect({ ...after, encryption_key: "" }).toEqual({ ...before, encryption_key: "" });
    expect(manifest.tables.find(({ name }) => name === "delivery")?.rows).toBe(40);
    expect(await describeObjects(target.url)).toEqual(await describeObjects(source.url));
    expect(await migrate(target.url)).toEqual([]);
  });

  it("writes a file readable only by its owner, and lists what else to keep", async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { head, keepBesides } = await checkBackup(file);
    expect(head).toMatchObject({ product: "quietzone", format: 1, encryptionKey: null });
    expect(keepBesides.join()).toMatch(/ENCRYPTION_KEY.*DATA_DIR\/spool.*BASE_URL/);
    const listed = spawnSync("tar", ["-tzf", file], { encoding: "utf8" }).stdout.trim().split("\n");
    expect([listed[0], listed.at(-1)]).toEqual(["head.json", "manifest.json"]);
    expect(listed).toContain("tables/delivery/00000001");
  });

  it("never overwrites a file, and leaves none after an abort", async () => {
    const taken = join(folder, "taken.backup");
    await writeFile(taken, "somebody's");
    await expect(writeBackup(taken)).rejects.toThrow("was made by somebody else meanwhile");
    expect(await readFile(taken, "utf8")).toBe("somebody's");
    const signal = AbortSignal.abort(new Error("no longer wanted"));
    await expect(writeBackup(join(folder, "ended.backup"), { signal })).rejects.toThrow();
    expect((await readdir(folder)).sort()).toEqual(["first.backup", "taken.backup"]);
  });

  it("takes a snapshot without changes committed during the backup", async () => {
    const late = join(folder, "late.backup");
    const queue = await openQueue();
    await queue.emit(3);
    const before = await digestTables(source.url);
    let isLate = false;
    const { manifest } = await writeBackup(late, {
      onRows() {
        // COPY of the tables that follow is under way or still to come.
        if (!isLate) void queue.emit(5);
        isLate = true;
      },
    });
    const target = await newDatabase();
    await restoreInto(target, late);
    expect({ ...(await digestTables(target.url)), delivery_count_id_seq: "", encryption_key: "" }).toEqual({
      ...before,
      delivery_count_id_seq: "",
      encryption_key: "",
    });
    expect(manifest.tables.find(({ name }) => name === "delivery")?.rows).toBe(43);
    setDatabaseUrl(target.url);
    await rm(late);
  });

  it("upgrades a backup of an older version while restoring it", async () => {
    const { folder: newer, later } = await copyLaterMigrations();
    const past = await newDatabase();
    await migrate(past.url);
    const old = join(folder, "older.backup");
    setDatabaseUrl(past.url);
    const { rows } = await query(past.url, storeAccount);
    await writeBackup(old);
    const target = await newDatabase();
    const { upgradedBy } = await restoreInto(target, old, { migrations: newer });
    expect(upgradedBy).toEqual([later]);
    const restored = await query(target.url, "SELECT id, name, later FROM account");
    expect(restored.rows).toEqual(rows.map((row) => ({ ...row, later: "yes" })));
    await Promise.all([rm(newer, { recursive: true }), rm(old)]);
  });
});

describe("O4: failed restore", () => {
  it("leaves the database empty when the file is damaged or truncated", async () => {
    const target = await newDatabase();
    const whole = await readFile(file);
    const bad = join(folder, "bad.backup");
    const places = [0, 10, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99].map((at) =>
      Math.floor(at < 1 ? at * whole.length : at),
    );
    for (const place of [...places, whole.length - 5]) {
      const flipped = Buffer.from(whole);
      flipped[place]! ^= 0x10;
      await writeFile(bad, flipped);
      await expect(checkBackup(bad), `byte ${place} flipped`).rejects.toThrow(/no whole backup|damaged/);
      await expect(restoreInto(target, bad), `byte ${place} flipped`).rejects.toThrow();
      await writeFile(bad, whole.subarray(0, place));
      await expect(restoreInto(target, bad), `cut at ${place}`).rejects.toThrow("it is damaged or cut short");
      expect(await listObjects(target.url)).toEqual(nothing);
    }
    await restoreInto(target);
    await rm(bad);
  });

  it("leaves the database empty when the connection ends, and can be repeated", async () => {
    const target = await newDatabase();
    const restored = restoreInto(target).then(
      () => "restored",
      () => "failed",
    );
    const terminate = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'quietzone restore' AND query LIKE 'COPY %' AND xact_start IS NOT NULL`;
    const killer = new pg.Client({ connectionString: source.url });
    await killer.connect();
    while ((await killer.query(terminate)).rowCount === 0) await sleep(1);
    await killer.end();
    expect(await restored).toBe("failed");
    expect(await listObjects(target.url)).toEqual(nothing);
    await restoreInto(target);
  });

  it("refuses a database that is not empty, and leaves it unchanged", async () => {
    const target = await newDatabase();
    await query(target.url, "CREATE TABLE orders (id int)");
    await expect(restoreInto(target)).rejects.toThrow(
      "A backup is restored into an empty database, and this one has 1 tables (orders). Let DATABASE_URL name a new database or, with the embedded one, DATA_DIR a new folder.",
    );
    expect(await listObjects(target.url)).toEqual(["orders"]);
  });

  it("refuses a backup of a newer version or with different migrations", async () => {
    const { folder: newer, later } = await copyLaterMigrations();
    const future = await newDatabase();
    await migrate(future.url, newer);
    const laterBackup = join(folder, "newer.backup");
    setDatabaseUrl(future.url);
    await writeBackup(laterBackup, { migrations: newer });
    const target = await newDatabase();
    await expect(restoreInto(target, laterBackup)).rejects.toThrow(
      `This backup was made by a newer Quietzone (0.1.0, with the migration ${later})`,
    );
    const [first] = (await readMigrations()).migrationDirectories;
    await appendFile(join(newer, first!.path, "migration.sql"), "-- changed\n");
    await expect(restoreInto(target, file, { migrations: newer })).rejects.toThrow(
      `The migration ${first!.path} of this version is another one than that of the backup.`,
    );
    await rename(join(newer, first!.path), join(newer, "00000101000000_other"));
    await expect(restoreInto(target, file, { migrations: newer })).rejects.toThrow(
      `This backup has other migrations than this version (${first!.path} instead of 00000101000000_other); use the version that made it, or an empty database.`,
    );
    expect(await listObjects(target.url)).toEqual(nothing);
    await Promise.all([rm(newer, { recursive: true }), rm(laterBackup)]);
  });

  it("refuses a different encryption key unless the operator accepts the loss", async () => {
    await query(source.url, "INSERT INTO encryption_key VALUES (1, '0123456789abcdef')");
    const foreign = join(folder, "foreign.backup");
    await writeBackup(foreign);
    const target = await newDatabase();
    await expect(restoreInto(target, foreign)).rejects.toThrow(
      /^The secrets in the database are encrypted with the encryption key with the fingerprint 0123456789abcdef, and /,
    );
    expect(await listObjects(target.url)).toEqual(nothing);
    await expect(restoreInto(target, foreign, { lostKey: "unknown" })).rejects.toThrow(
      "The key that is needed has the fingerprint 0123456789abcdef, and --lost-key names another.",
    );
    expect(await listObjects(target.url)).toEqual(nothing);
    const { lost } = await restoreInto(target, foreign, { lostKey: "0123456789abcdef" });
    expect(lost).toMatchObject({ twoFactor: 0, keptAnswers: 0 });
    expect(lost!.webhooks).toBeGreaterThan(0);
    await query(source.url, "DELETE FROM encryption_key");
    await rm(foreign);
  });
});

describe("O4: sessions in a restored backup", () => {
  it("are ended, unless the operator moves a stopped service", async () => {
    await newAccount("pro");
    await query(
      source.url,
      `INSERT INTO user_session (id, user_id, device, os, browser, country)
       SELECT gen_random_uuid(), id, 'desktop', 'Linux', 'Firefox', 'unknown' FROM app_user;
       INSERT INTO mail_token (token_hash, purpose, email, expires_at)
       VALUES ('\\x01', 'sign_up', 'ada@example.com', now() + interval '1 hour')`,
    );
    const signedIn = join(folder, "signed-in.backup");
    await writeBackup(signedIn);
    const count = `SELECT (SELECT count(*)::int FROM user_session) AS sessions,
      (SELECT count(*)::int FROM mail_token) AS links, (SELECT min(session_version) > 0 FROM app_user) AS "areOver"`;
    const before = (await query(source.url, count)).rows[0];
    for (const deliveries of ["send", "hold"] as const) {
      const target = await newDatabase();
      const { sessionsEnded } = await restoreInto(target, signedIn, { deliveries });
      const [after] = (await query(target.url, count)).rows;
      const isMove = deliveries === "send";
      expect(after).toEqual(isMove ? before : { sessions: 0, links: 0, areOver: true });
      expect(sessionsEnded).toBe(isMove ? 0 : before.sessions);
    }
    await rm(signedIn);
  });
});

describe("O4: pending deliveries in a restored backup", () => {
  it("are held unless the operator chooses to send them", async () => {
    for (const deliveries of ["hold", "send"] as const) {
      const target = await newDatabase();
      const { waiting } = await restoreInto(target, file, { deliveries });
      expect(waiting).toEqual({ events: 0, deliveries: 40, areHeld: deliveries === "hold" });
      const { rowCount } = await query(target.url, "SELECT FROM delivery_pause");
      expect(rowCount).toBe(deliveries === "hold" ? 1 : 0);
    }
  });
});
