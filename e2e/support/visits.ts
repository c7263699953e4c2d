import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { Recorder } from "@/lib/scans/recorder";
import type { Exclusion, Outcome, Recorded, Visit, Visitor } from "@/lib/scans/visit";
import { plainCode } from "./codes";

/** Whom a visit is counted for. */
export type ScannedCode = Pick<Visit, "codeId" | "accountId" | "isSandbox">;

/** A dynamic code of the caller's, with what bounds its short URL. */
export async function newScannedCode(caller: Caller, rules: object | null = null): Promise<ScannedCode> {
  const { id: codeId } = await createCode(caller, { ...plainCode, isDynamic: true });
  if (rules !== null) await sql.query("UPDATE qr_code SET rules = $2 WHERE id = $1", [codeId, rules]);
  return { codeId, accountId: caller.accountId, isSandbox: caller.environment === "sandbox" };
}

const visitor: Visitor = {
  visitor: "-42",
  device: "Mobile",
  os: "iOS",
  browser: 'Mobile "Safari"',
  country: "DE",
  city: "Frankfurt, am Main\\",
  userAgent: "Mozilla/5.0 (iPhone) {quiet}",
};

/** One call of a code's short URL. */
export function newVisit(code: ScannedCode, excluded: Exclusion | null = null): Visit {
  return { ...code, id: newId(), visitor, excluded };
}

export function newVisits(code: ScannedCode, count: number): Visit[] {
  return Array.from({ length: count }, () => newVisit(code));
}

/** Recorders whose spools are removed after the tests of a file. Unless told they wait longer than any test. */
export function openRecorders() {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-spool-"));
  const recorders: Recorder[] = [];
  afterAll(async () => {
    await Promise.all(recorders.map((recorder) => recorder.close()));
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    newRecorder(deadlineMs = 60_000, spool = join(folder, "spool")): Recorder {
      const recorder = new Recorder({ folder: spool, deadlineMs });
      recorders.push(recorder);
      return recorder;
    },
  };
}

/** How many visits came to what. */
export function countOutcomes(recorded: readonly (Recorded | Outcome)[]): Partial<Record<Outcome, number>> {
  const counts: Partial<Record<Outcome, number>> = {};
  for (const one of recorded) {
    const outcome = typeof one === "string" ? one : one.outcome;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** What is stored of a code: its own count, rows in detail, different stamps, scans beyond them, excluded calls. */
export async function readStored({ codeId }: Pick<ScannedCode, "codeId">) {
  const { rows } = await sql.query(
    `SELECT (SELECT scan_count FROM qr_code WHERE id = $1) AS "scanCount",
       (SELECT count(*)::int FROM scan WHERE qr_code_id = $1) AS detailed,
       (SELECT count(DISTINCT id)::int FROM scan WHERE qr_code_id = $1) AS ids,
       (SELECT coalesce(sum(count), 0)::int FROM over_limit_scan WHERE qr_code_id = $1) AS capped,
       (SELECT count(*)::int FROM excluded_scan WHERE qr_code_id = $1) AS excluded`,
    [codeId],
  );
  return rows[0] as {
    scanCount: number | null;
    detailed: number;
    ids: number;
    capped: number;
    excluded: number;
  };
}
