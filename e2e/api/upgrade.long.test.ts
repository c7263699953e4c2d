import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { migrate, migrationsFolder, readMigrations } from "@/server/database/migrate";
import { ask, copyRows } from "../support/backups/databases";
import { at, command, furnish, newTenant, photograph, signIn } from "../support/backups/tenants";
import { openServices } from "../support/process/services";
import { expectSigned } from "../support/webhooks/subscriber";

const services = openServices();

it("databases of every older version are upgraded and served with codes, scans, keys, users and webhooks", {
  timeout: 420_000,
}, async () => {
  const settings = { DATA_DIR: services.newDataDir(), WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" };
  const present = await services.start({ ...settings, TRUSTED_PROXIES: "127.0.0.1, ::1" });
  const tenant = await newTenant(settings, present.baseUrl);
  await furnish(tenant);
  const before = await photograph(tenant, settings);
  expect(await present.stop()).toBe(0);
  const source = await openEmbeddedDatabase(settings.DATA_DIR);
  const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  // A database as the first migration left it, and as each later one did.
  for (const [index] of names.entries()) {
    const newer = names.slice(index + 1);
    const older = { ...settings, BASE_URL: present.baseUrl, DATA_DIR: services.newFolder() };
    cpSync(join(settings.DATA_DIR, "secrets"), join(older.DATA_DIR, "secrets"), { recursive: true });
    const folder = services.newFolder();
    for (const name of names.slice(0, index + 1)) {
      cpSync(join(migrationsFolder, name), join(folder, name), { recursive: true });
    }
    const database = await openEmbeddedDatabase(older.DATA_DIR);
    await migrate(database.url, folder);
    const copied = await copyRows(source.url, database.url);
    expect(copied.qr_code).toBe(4);
    const server = await services.start({ ...older, TRUSTED_PROXIES: "127.0.0.1, ::1" });
    const listApplied = "SELECT migration_name AS name FROM _prisma_migrations ORDER BY started_at, 1";
    const applied = (await ask<{ name: string }>(database.url, listApplied)).map(({ name }) => name);
    expect(applied.slice(index + 1)).toEqual(newer);
    await database.release();

    const there = at(tenant, server.baseUrl);
    expect(await photograph(there, older)).toEqual(before);
    await signIn(there, older.BASE_URL);
    const count = there.receiver.requests.length;
    await there.newCode("After the upgrade");
    const requests = await there.receiver.waitFor(count + 1);
    expectSigned(requests.at(-1)!, tenant.secret);
    const { usage } = await command(older, "account:show", "--email", tenant.email);
    expect(usage.codes.used).toBe(5);
    expect(await server.stop()).toBe(0);
  }
  await source.release();
  await tenant.receiver.close();
});
