import type { Caller } from "@/lib/accounts/schema";
import { createCode, createCodes, deleteCodes } from "@/lib/codes";
import { closeDatabase } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";

/** What one process is asked to do with an account's codes, by the same functions as the service. */
export type Job =
  | { do: "create"; caller: Caller; isDynamic: boolean }
  | { do: "create many"; caller: Caller; areDynamic: boolean[] }
  | { do: "delete"; caller: Caller; ids: string[] };

/** Ids of codes that were made, a code of error for each that was not, and how many are gone. */
export interface Done {
  made: string[];
  refused: string[];
  deleted: number;
}

const newCode = (isDynamic: boolean) => ({
  name: "Table 4",
  type: "url" as const,
  content: "https://example.com/menu",
  isDynamic,
});

async function perform(job: Job): Promise<Done> {
  const none: Done = { made: [], refused: [], deleted: 0 };
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
  }
}

process.on("message", async ({ place, job }: { place: number; job: Job }) => {
  try {
    process.send!({ place, done: await perform(job) });
  } catch (error) {
    if (!(error instanceof ServiceError)) return process.send!({ place, fault: (error as Error).stack });
    process.send!({ place, done: { made: [], refused: [error.code], deleted: 0 } });
  }
});
process.on("disconnect", () => void closeDatabase());
process.send!("ready");
