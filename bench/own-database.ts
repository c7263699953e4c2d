import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { migrate } from "@/server/database/migrate";

let url = "";
let close: (() => Promise<void>) | undefined;

/**
 * An embedded database that this process itself works on, as the service would. The same one for every section, since the
 * process has one pool. Returns its address.
 */
export async function openOwnDatabase(): Promise<string> {
  if (close !== undefined) return url;
  const dataDir = await mkdtemp(join(tmpdir(), "quietzone-bench-"));
  // It runs as another user when we are root.
  await chmod(dataDir, 0o755);
  const database = await openEmbeddedDatabase(dataDir);
  close = async () => {
    await closeDatabase();
    await database.release();
    await rm(dataDir, { recursive: true, force: true });
  };
  await migrate(database.url);
  setDatabaseUrl(database.url);
  url = database.url;
  return url;
}

/** Stops it and removes its data; for the end of the process. */
export async function closeOwnDatabase(): Promise<void> {
  await close?.();
}
