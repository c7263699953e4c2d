import { appendFile, mkdir, readdir, readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import {
  countOutcomes,
  newScannedCode,
  newVisit,
  newVisits,
  openRecorders,
  readStored,
  type ScannedCode,
} from "@/e2e/support/visits";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { registry } from "@/lib/platform/metrics";
import { replaySpool } from "./replay";
import { Spool } from "./spool";
import { Segment, writeLine } from "./spool-file";
import { type Batch, storeBatch } from "./store";

const { newRecorder, folder: parent } = openRecorders();
let folder: string;
let code: ScannedCode;

beforeEach(async () => {
  folder = join(parent, newId());
  await mkdir(folder);
  code = await newScannedCode(callerOf(await newAccount("pro"), "pro"));
});

const replay = (isWanted: () => boolean = () => true) =>
  replaySpool(folder, { openPath: () => undefined, isWanted });

const newBatch = (count: number): Batch => ({ id: newId(), visits: newVisits(code, count) });

async function writeSegment(batches: readonly Batch[], end = ""): Promise<void> {
  await writeFile(join(folder, `${newId()}.jsonl`), batches.map(writeLine).join("") + end);
}

const filesIn = async (path: string) =>
  (await readdir(path).catch(() => [])).filter((name) => name !== "failed" && name !== "reserve");

async function numberOf(metric: string, labels = ""): Promise<number> {
  const line = (await registry.metrics()).split("\n").find((text) => text.startsWith(`${metric}${labels} `));
  return Number(line?.split(" ").at(-1) ?? 0);
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error("it did not come to that");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The code's row, held by another transaction until the function that is returned is called. */
async function holdCode(): Promise<() => Promise<void>> {
  const tx = await sql.connect();
  await tx.query("BEGIN");
  await tx.query("SELECT 1 FROM qr_code WHERE id = $1 FOR UPDATE", [code.codeId]);
  return async () => {
    await tx.query("ROLLBACK");
    tx.release();
  };
}

describe("replay", () => {
  it("stores all spooled batches once and deletes the files", async () => {
    await writeSegment([newBatch(3), newBatch(500)]);
    await writeSegment([newBatch(1)]);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 504, detailed: 504, ids: 504 });
    expect(await filesIn(folder)).toEqual([]);
  });

  it("stores a batch once that is in two files and replayed by two processes", async () => {
    const batches = [newBatch(20), newBatch(30)];
    await writeSegment(batches);
    await writeSegment(batches);
    await Promise.all([replay(), replay()]);
    await writeSegment(batches);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 50, detailed: 50, ids: 50 });
  });

  it("skips a batch that was already committed", async () => {
    const committed = newBatch(4);
    await storeBatch(committed);
    await writeSegment([committed, newBatch(2)]);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 6, detailed: 6 });
  });

  it("resumes where it was interrupted without storing a batch twice", async () => {
    await writeSegment(Array.from({ length: 10 }, () => newBatch(5)));
    let asked = 0;
    await replay(() => asked++ < 5);
    const { scanCount } = await readStored(code);
    expect(scanCount).toBeGreaterThan(0);
    expect(scanCount).toBeLessThan(50);
    expect(await filesIn(folder)).toHaveLength(1);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 50, detailed: 50, ids: 50 });
  });

  it.each(["half a line", "zeros of a power cut", "nothing but a start"])(
    "tolerates a torn end: %s",
    async (kind) => {
      const whole = writeLine(newBatch(1));
      const ends = { "half a line": whole.slice(0, 80), "zeros of a power cut": "\0".repeat(300) };
      await writeSegment([newBatch(2)], ends[kind as keyof typeof ends] ?? whole.slice(0, 3));
      await replay();
      expect(await readStored(code)).toMatchObject({ scanCount: 2 });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it("keeps a damaged line in failed/ and stores the others", async () => {
    const damaged = writeLine(newBatch(1)).replace('"device":"Mobile"', '"device":"Tablet"');
    await writeFile(join(folder, "1.jsonl"), writeLine(newBatch(2)) + damaged + writeLine(newBatch(3)));
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 5 });
    expect(await readFile(join(folder, "failed", "1.jsonl"), "utf8")).toBe(damaged);
    expect(await filesIn(folder)).toEqual([]);
  });

  it("keeps a scan that the database refuses in failed/ and stores the others", async () => {
    const failed = await numberOf("quietzone_scans_failed_total");
    const batch = newBatch(5);
    const refused = {
      ...batch.visits[2]!,
      visitor: { ...batch.visits[2]!.visitor, country: "Nowhere at all" },
    };
    const visits = batch.visits.map((visit, place) => (place === 2 ? refused : visit));
    await writeSegment([{ ...batch, visits }, newBatch(2)]);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 6, detailed: 6 });
    const kept = await readFile(join(folder, "failed", `${batch.id}.jsonl`), "utf8");
    expect(kept).toBe(writeLine({ id: refused.id, visits: [refused] }));
    expect(await numberOf("quietzone_scans_failed_total")).toBe(failed + 1);
    expect(await filesIn(folder)).toEqual([]);
  });

  it("W3: stores a refused batch once although its first replay was interrupted half-way", async () => {
    const marker = `refused_${newId().slice(0, 13).replace("-", "_")}`;
    // The database refuses one of the visits, and ends the connection once two are stored.
    await sql.query(`ALTER TABLE scan ADD CONSTRAINT ${marker} CHECK (os <> '${marker}') NOT VALID`);
    await sql.query(`CREATE FUNCTION ${marker}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF (SELECT count(*) FROM scan WHERE qr_code_id = NEW.qr_code_id) >= 2 THEN
        PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
      RETURN NEW; END $$`);
    await sql.query(`CREATE TRIGGER ${marker} BEFORE INSERT ON scan FOR EACH ROW
      WHEN (NEW.qr_code_id = '${code.codeId}') EXECUTE FUNCTION ${marker}()`);
    const batch = newBatch(5);
    Object.assign(batch.visits[1]!, { visitor: { ...batch.visits[1]!.visitor, os: marker } });
    await writeSegment([batch]);
    await expect(replay()).rejects.toThrow();
    await sql.query(`DROP FUNCTION ${marker} CASCADE`);
    await sql.query(`ALTER TABLE scan DROP CONSTRAINT ${marker}`);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 5, detailed: 5, ids: 5 });
    expect(await filesIn(folder)).toEqual([]);
  });

  it("ignores folders and broken links in the spool", async () => {
    await mkdir(join(folder, "0.jsonl"));
    await symlink(join(folder, "nowhere"), join(folder, "1.jsonl"));
    await writeSegment([newBatch(2)]);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 2 });
    expect(await filesIn(folder)).toEqual(["0.jsonl", "1.jsonl"]);
  });

  it("applies the rules of the code at the time of the replay", async () => {
    await writeSegment([{ id: newId(), visits: [newVisit(code), newVisit(code, "bot"), newVisit(code)] }]);
    await sql.query("UPDATE qr_code SET rules = $2 WHERE id = $1", [code.codeId, { maxScans: 1 }]);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 1, detailed: 1, excluded: 1 });
  });

  it("takes over the open file of a dead process, but not that of a live one", async () => {
    const live = await Segment.create(folder);
    await live.append(writeLine(newBatch(1)));
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 0 });
    const longAgo = new Date(Date.now() - 10_000);
    await utimes(live.path, longAgo, longAgo);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 1 });
    // It was not dead after all: what it appends now is in nobody's file, and it is told so.
    expect(await live.append(writeLine(newBatch(1)))).toBe(false);
    await live.close();
  });
});

describe("Spool", () => {
  it("keeps every visit when its file is taken over while it is written", async () => {
    const spool = new Spool(folder);
    await spool.addVisit(newVisit(code));
    const path = spool.openPath!;
    const longAgo = new Date(Date.now() - 10_000);
    await utimes(path, longAgo, longAgo);
    await replay();
    await Promise.all(newVisits(code, 5).map((visit) => spool.addVisit(visit)));
    await spool.close();
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 6, ids: 6 });
  });

  it("closes a file after a second, so that it can be replayed", async () => {
    const spool = new Spool(folder);
    await spool.addVisit(newVisit(code));
    expect(await filesIn(folder)).toEqual([expect.stringMatching(/\.open$/)]);
    await until(async () => (await filesIn(folder)).every((name) => name.endsWith(".jsonl")));
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 1 });
  });

  it("starts a new file after a torn line", async () => {
    const spool = new Spool(folder);
    await spool.addVisit(newVisit(code));
    await appendFile(spool.openPath!, "half a li");
    await spool.close();
    await spool.addBatch(newBatch(2));
    await spool.close();
    expect(await filesIn(folder)).toHaveLength(2);
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 3 });
  });
});

describe("recorder with a slow database", () => {
  it("answers visitors by spooling the batch, which is stored once although it also commits", async () => {
    const recorder = newRecorder(100, folder);
    const release = await holdCode();
    const first = await Promise.all(newVisits(code, 3).map((visit) => recorder.record(visit)));
    expect(countOutcomes(first)).toEqual({ spooled: 3 });
    expect(recorder.isDegraded).toBe(true);
    // While it is known to be late nobody waits for it.
    expect((await recorder.record(newVisit(code))).outcome).toBe("spooled");
    await release();
    await until(async () => !recorder.isDegraded);
    // On a busy machine a visit may be late once more; each is stored all the same.
    let more = 0;
    const recordMore = async () => {
      more += 1;
      return (await recorder.record(newVisit(code))).outcome;
    };
    await until(async () => (await recordMore()) === "counted");
    await until(async () => (await filesIn(folder)).length === 0);
    const scans = 4 + more;
    expect(await readStored(code)).toMatchObject({ scanCount: scans, detailed: scans, ids: scans });
  });

  it("spools visits that queue behind a late batch", async () => {
    const recorder = newRecorder(100, folder);
    const release = await holdCode();
    const first = recorder.record(newVisit(code));
    // The first is sent alone at the end of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    const behind = newVisits(code, 700).map((visit) => recorder.record(visit));
    expect(countOutcomes(await Promise.all([first, ...behind]))).toEqual({ spooled: 701 });
    await release();
    await until(async () => (await filesIn(folder)).length === 0 && !recorder.isDegraded);
    expect(await readStored(code)).toMatchObject({ scanCount: 701, detailed: 701, ids: 701 });
  });

  it("answers visitors and counts the lost scans if the spool cannot be written", async () => {
    const lost = await numberOf("quietzone_scans_total", '{outcome="lost"}');
    await writeFile(join(folder, "file"), "");
    const recorder = newRecorder(50, join(folder, "file"));
    const release = await holdCode();
    const first = await Promise.all(newVisits(code, 3).map((visit) => recorder.record(visit)));
    expect(countOutcomes([...first, await recorder.record(newVisit(code))])).toEqual({ lost: 4 });
    expect(await numberOf("quietzone_scans_total", '{outcome="lost"}')).toBe(lost + 4);
    await release();
    await until(async () => (await recorder.record(newVisit(code))).outcome === "counted");
  });

  it("waits for running batches on close and leaves the rest in closed files", async () => {
    const recorder = newRecorder(100, folder);
    const recorded = Promise.all(newVisits(code, 1_200).map((visit) => recorder.record(visit)));
    await recorder.close();
    const outcomes = countOutcomes(await recorded);
    expect((outcomes.counted ?? 0) + (outcomes.spooled ?? 0)).toBe(1_200);
    const late = newRecorder(100, folder);
    const release = await holdCode();
    const held = late.record(newVisit(code));
    await late.close();
    expect((await held).outcome).toBe("spooled");
    expect((await filesIn(folder)).every((name) => name.endsWith(".jsonl"))).toBe(true);
    await release();
    await replay();
    expect(await readStored(code)).toMatchObject({ scanCount: 1_201, ids: 1_201 });
  });
});
