import { afterAll, beforeAll, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { createMigratedDatabase, type SpareDatabase } from "@/e2e/support/database";
import {
  type DomainProcess,
  startDomainProcesses,
  stopDomainProcesses,
} from "@/e2e/support/process/domain-processes";
import { countOutcomes, newScannedCode, newVisits, openRecorders } from "@/e2e/support/visits";
import type { Caller } from "@/lib/accounts/schema";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { listScans } from "./index";
import type { ScanEvent } from "./schema";

const processCount = 4;
const writersEach = 4;
/** Scans that each writer commits at once, at most. */
const handsOf = [1, 1, 4, 8];
const visitsEach = 100;

const { folder } = openRecorders();
let database: SpareDatabase;
let processes: DomainProcess[];
let caller: Caller;

beforeAll(async () => {
  database = await createMigratedDatabase();
  setDatabaseUrl(database.url);
  // A commit takes as long as it likes: what is stamped is not to be seen for a while.
  await sql.query(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(random() * 0.02); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER dawdle AFTER INSERT ON scan_batch
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dawdle()`);
  caller = callerOf(await newAccount("pro"), "pro");
  processes = await startDomainProcesses(database.url, processCount);
});

afterAll(async () => {
  await stopDomainProcesses(processes);
  await closeDatabase();
  await database.drop();
});

/** As a client polls: from the newest stamp that it knows. */
async function poll(since: string | undefined): Promise<ScanEvent[]> {
  const seen: ScanEvent[] = [];
  const query = { limit: 100, ...(since !== undefined && { since }) };
  const { data, pagination } = await listScans(caller, { ...query, page: 1 });
  seen.push(...data);
  const until = data[0]?.scannedAt;
  for (let page = 2; page <= (pagination.pages ?? 0) && until !== undefined; page += 1) {
    // Of that moment: what comes meanwhile is the next poll's.
    seen.push(...(await listScans(caller, { ...query, page, until })).data);
  }
  return seen;
}

it("Q13: polling with `since` misses and repeats no scan while 16 writers commit with random delays", async () => {
  const codes = await Promise.all(Array.from({ length: processCount }, () => newScannedCode(caller)));
  const visits = codes.map((code) => newVisits(code, visitsEach));
  let isWriting = true;
  const writing = Promise.all(
    processes.map((process, place) =>
      process.perform({
        do: "record",
        visits: visits[place]!,
        recorders: writersEach,
        hands: handsOf[place]!,
        spool: folder,
      }),
    ),
  ).finally(() => {
    isWriting = false;
  });
  const seen: ScanEvent[] = [];
  let since: string | undefined;
  let polls = 0;
  const pollOnce = async () => {
    const news = await poll(since);
    since = news[0]?.scannedAt ?? since;
    seen.push(...news);
    polls += 1;
  };
  while (isWriting) await pollOnce();
  const done = await writing;
  const stored = await sql.query<{ id: string }>("SELECT id FROM scan");
  await pollOnce();
  // What a busy database does not take in time waits in the spool, where no poll can see it yet.
  const { counted = 0, spooled = 0, ...others } = countOutcomes(done.flatMap(({ outcomes }) => outcomes));
  expect([counted + spooled, others]).toEqual([processCount * visitsEach, {}]);
  expect(stored.rows.length).toBeGreaterThanOrEqual(counted);
  const ids = seen.map(({ id }) => id);
  const missed = stored.rows.filter(({ id }) => !ids.includes(id)).length;
  expect({ missed, repeated: ids.length - new Set(ids).size }).toEqual({ missed: 0, repeated: 0 });
  expect(new Set(seen.map(({ scannedAt }) => +new Date(scannedAt))).size).toBe(seen.length);
  expect(polls).toBeGreaterThan(20);
});
