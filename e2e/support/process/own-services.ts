import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "@/lib/codes";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { callerOf, newAccount, newKey, type TestKey } from "../accounts";
import { plainCode } from "../codes";
import { copyTemplate } from "../database";
import { findProcesses, type RunningService, startBuiltService } from "../service";
import type { ShortUrl } from "../short-urls";

/** Services on a database of their own, on which the domain works in this process, too. */
export interface OwnServices {
  folder: string;
  databaseUrl: string;
  services: RunningService[];
  caller: Caller;
  key: TestKey;
  newCode(): Promise<ShortUrl>;
  close(): Promise<void>;
}

interface OwnOptions {
  /** Made by the caller; else a new one. It is removed. */
  folder?: string;
  settings?: Record<string, string>;
  /** Returns what the folder stands on, when nothing uses it any more. */
  release?(): void;
}

/** Starts so many on one folder; `close` stops them, sees that nothing of them is left, and removes the folder. */
export async function openOwnServices(
  count: number,
  { folder, settings = {}, release }: OwnOptions = {},
): Promise<OwnServices> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), "quietzone-own-")));
  copyTemplate(dataDir);
  const embedded = await openEmbeddedDatabase(dataDir);
  const services: RunningService[] = [];
  const close = async () => {
    const statuses = await Promise.all(services.map((service) => service.stop()));
    await closeDatabase();
    await embedded.release();
    expect(findProcesses(dataDir)).toEqual([]);
    release?.();
    rmSync(dataDir, { recursive: true, force: true });
    expect(statuses).toEqual(services.map(() => 0));
  };
  try {
    setDatabaseUrl(embedded.url);
    const start = async () => {
      services.push(
        await startBuiltService({ DATA_DIR: dataDir, TRUSTED_PROXIES: "127.0.0.1, ::1", ...settings }),
      );
    };
    const faults = (await Promise.allSettled(Array.from({ length: count }, start))).filter(
      ({ status }) => status === "rejected",
    );
    for (const fault of faults) throw (fault as PromiseRejectedResult).reason;
  } catch (error) {
    await close();
    throw error;
  }
  const account = await newAccount("pro");
  const caller = callerOf(account, "pro");
  return {
    folder: dataDir,
    databaseUrl: embedded.url,
    services,
    caller,
    key: await newKey(account),
    async newCode() {
      const { id } = await createCode(caller, { ...plainCode, isDynamic: true });
      const { rows } = await sql.query("SELECT short_code FROM qr_code WHERE id = $1", [id]);
      return { id, shortCode: rows[0].short_code, path: `/r/${rows[0].short_code}` };
    },
    close,
  };
}
