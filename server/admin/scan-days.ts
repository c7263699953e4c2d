import { markAllDays } from "@/lib/rollups";
import { buildDocuments } from "@/lib/scans/generate";
import { requireUser } from "./accounts";
import { command } from "./command";
import { UsageError } from "./flags";
import { Progress } from "./progress";

async function rebuild(email: string, from: string | undefined): Promise<object> {
  const startedAt = performance.now();
  const { user } = await requireUser(email);
  const { accountId } = user;
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const marked = await markAllDays(accountId, from);
  const progress = new Progress("Days counted");
  await buildDocuments(accountId, {
    onProgress: (done, of) => progress.show(done, of),
    signal: interruption.signal,
  });
  if (interruption.signal.aborted) {
    throw new Error("Interrupted: the days that are left stay marked, and the server counts them.");
  }
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { accountId, email: user.email, ...marked, seconds };
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export const rebuildScansCommand = command(
  "scans:rebuild",
  "Counts the days of an account's scans again from their rows, as far back as there are rows.",
  {
    email: { meaning: "The address that the account signs in with.", isRequired: true },
    from: { meaning: "The first day (UTC) to count, like 2026-01-31; all of them without the flag." },
  },
  ({ email, from }) => {
    if (from !== undefined && !isDay(from)) {
      throw new UsageError(["--from must be a day of the calendar, like 2026-01-31."]);
    }
    return () => rebuild(email, from);
  },
);
