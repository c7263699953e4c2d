import type { Caller } from "@/lib/accounts/schema";
import { createCode, deleteCodes } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import { deleteSoftDeleted, restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { closeDatabase } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { Recorder } from "@/lib/scans/recorder";
import type { Recorded, Visit } from "@/lib/scans/visit";

/** What one process is asked to do with an account's codes, by the same functions as the service. */
export type Job =
  | { do: "create"; caller: Caller; isDynamic: boolean }
  | { do: "create many"; caller: Caller; areDynamic: boolean[] }
  | { do: "delete" | "soft-delete" | "restore"; caller: Caller; ids: string[] }
  /** Of all accounts, as the job does. */
  | { do: "delete what is due" }
  /** By so many recorders at once, each with a batch of its own under way, of as many visits as it has hands. */
  | { do: "record"; visits: Visit[]; recorders: number; hands: number; spool: string };

/** Ids of codes that were made or brought back, a code of error for each that was not, how many are gone, what became of visits. */
export interface Done {
  made: string[];
  refused: string[];
  deleted: number;
  outcomes: Recorded["outcome"][];
}

const newCode = (isDynamic: boolean) => ({
  name: "Table 4",
  type: "url" as const,
  content: "https://example.com/menu",
  isDynamic,
});

async function perform(job: Job): Promise<Done> {
  const none: Done = { made: [], refused: [], deleted: 0, outcomes: [] };
  switch (job.do) {
    case "create": {
      const { id } = await createCode(job.caller, newCode(job.isDynamic));
      return { ...none, made: [id] };
    }
    case "create many": {
      const { created, errors } = await createCodes(job.caller, job.areDynamic.map(newCode));
      return { ...none, made: created.map(({ id }) => id), refused: errors.map(({ code }) => code) };
    }
    case "delete":
      return { ...none, deleted: (await deleteCodes(job.caller, job.ids)).deleted };
    case "soft-delete":
      await softDeleteCodes(job.caller, job.ids);
      return none;
    case "restore":
      return { ...none, made: (await restoreCodes(job.caller, job.ids)).map(({ id }) => id) };
    case "delete what is due":
      return { ...none, deleted: await deleteSoftDeleted() };
    case "record":
      return { ...none, outcomes: await recordVisits(job) };
  }
}

/** One after the other by each hand, as visitors come. */
async function recordVisits({ visits, recorders, hands, spool }: Extract<Job, { do: "record" }>) {
  const outcomes: Recorded["outcome"][] = [];
  const waiting = [...visits];
  const all = Array.from({ length: recorders }, () => new Recorder({ folder: spool, deadlineMs: 60_000 }));
  const visitors = all.flatMap((recorder) => Array<Recorder>(hands).fill(recorder));
  await Promise.all(
    visitors.map(async (recorder) => {
      for (let visit = waiting.shift(); visit; visit = waiting.shift()) {
        outcomes.push((await recorder.record(visit)).outcome);
      }
    }),
  );
  await Promise.all(all.map((recorder) => recorder.close()));
  return outcomes;
}

process.on("message", async ({ place, job }: { place: number; job: Job }) => {
  try {
    process.send!({ place, done: await perform(job) });
  } catch (error) {
    if (!(error instanceof ServiceError)) return process.send!({ place, fault: (error as Error).stack });
    process.send!({ place, done: { made: [], refused: [error.code], deleted: 0, outcomes: [] } });
  }
});
process.on("disconnect", () => void closeDatabase());
process.send!("ready");
