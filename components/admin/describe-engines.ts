import type { Health } from "@/lib/operator/schema";
import { countOf, formatCount } from "../ui/counts";
import { formatMoment, formatSeconds } from "../ui/dates";

/** Work that is due for so long is done by nobody. */
const lateSeconds = 30;
/** Days are rolled each quarter of a minute after they are over. */
const lateRollSeconds = 15 * 60;

/** The beginning of the command that an operator runs here. */
export type CommandOf = (program: "start" | "worker" | "admin") => string;

export function describeDeliveries({ deliveries }: Health, zone: string, commandOf: CommandOf): HealthPart {
  const { engine, runsIn, workers, eventsWaiting, deliveriesWaiting, oldestDueSeconds, lastSentAt } =
    deliveries;
  const isOurs = engine === "postgres";
  return {
    id: "deliveries",
    name: "Webhooks",
    ...judge(
      [
        {
          if: deliveries.heldSince !== null,
          sign: "fault",
          says: "Deliveries are on hold since this database was restored: nothing is sent.",
          advice: `Decide about waiting deliveries: ${commandOf("admin")} deliveries:release --waiting send, or drop. docs/operate/restore.md explains both.`,
        },
        {
          if: isOurs && workers === 0,
          sign: "fault",
          says: "No worker is connected: nothing is delivered.",
          advice:
            runsIn === "separate"
              ? `Start one beside the servers: ${commandOf("worker")}. It delivers what is waiting.`
              : `Start the service with ${commandOf("start")}, which delivers itself, or start a worker: ${commandOf("worker")}.`,
        },
        {
          if: oldestDueSeconds > lateSeconds,
          sign: "fault",
          says: `A delivery has been due for ${formatSpan(oldestDueSeconds)}, and no worker has started it.`,
          advice: isOurs
            ? `Check the worker's log. If it's busy, start another one: ${commandOf("worker")}.`
            : "Check that Inngest reaches /api/inngest and its keys are still valid.",
        },
      ],
      isOurs
        ? `${countOf(workers, "worker")} ${workers === 1 ? "is" : "are"} connected.`
        : "Inngest handles deliveries.",
    ),
    facts: [
      ["Engine", isOurs ? (runsIn === "separate" ? "separate workers" : "in the server") : "Inngest"],
      ["Events not handed over", formatCount(eventsWaiting)],
      ["Unfinished deliveries", formatCount(deliveriesWaiting)],
      ["Oldest due", oldestDueSeconds === 0 ? "nothing" : formatSpan(oldestDueSeconds)],
      ["Last sent", lastSentAt === null ? "never" : formatMoment(lastSentAt, zone)],
      [
        "Webhooks",
        `${formatCount(deliveries.activeWebhooks)} on, ${formatCount(deliveries.pausedWebhooks)} paused`,
      ],
    ],
  };
}

export function describeScans({ scans }: Health): HealthPart {
  const { lastMinute, isSpooling, lost, spool } = scans;
  return {
    id: "scans",
    name: "Scans",
    ...judge(
      [
        {
          if: lost > 0,
          sign: "fault",
          says: `${countOf(lost, "scan")} ${lost === 1 ? "was" : "were"} lost since this process started: neither the database nor the disk could store them.`,
          advice:
            "Check the disk of DATA_DIR and the database. Redirects kept working; those scans are not counted.",
        },
        {
          if: isSpooling === true,
          sign: "fault",
          says: "The database can't store scans right now. They wait on this machine's disk and are stored later, once.",
          advice: "Check the database. Nothing is lost while the disk has room.",
        },
        {
          if: (spool?.refused ?? 0) > 0,
          sign: "watch",
          says: `${countOf(spool?.refused ?? 0, "file of scans was", "files of scans were")} refused by the database and kept.`,
          advice:
            "They are in DATA_DIR/spool/failed. Move them to DATA_DIR/spool to try again, or delete them.",
        },
        {
          if: spool === null,
          sign: "unknown",
          says: "The folder of waiting scans can't be read.",
          advice: "Check that the service may read DATA_DIR/spool.",
        },
      ],
      `${countOf(lastMinute, "scan")} in the last minute.`,
    ),
    facts: [
      ["Stored in the last minute", formatCount(lastMinute)],
      [
        "Waiting on disk",
        spool === null ? "unknown" : `${countOf(spool.files, "file")}, ${formatSize(spool.bytes)}`,
      ],
      ["Lost", lost === 0 ? "none since start" : formatCount(lost)],
      [
        "Stored",
        isSpooling === null ? "no scans in this process yet" : isSpooling ? "on the disk" : "in the database",
      ],
    ],
  };
}

export function describeRollups({ rollups }: Health): HealthPart {
  const { unrolled, lateSeconds: late, daysToCount, purges } = rollups;
  return {
    id: "rollups",
    name: "Roll-ups",
    ...judge(
      [
        {
          if: late > lateRollSeconds,
          sign: "watch",
          says: `A day ended ${formatSpan(late)} ago and isn't rolled up yet.`,
          advice: "Figures are correct but slower. Check below that “roll-scans” runs.",
        },
      ],
      "Every past day is rolled up.",
    ),
    facts: [
      ["Scans not rolled up yet", formatCount(unrolled)],
      ["Days to rebuild", formatCount(daysToCount)],
      ["Deletions in progress", formatCount(purges)],
    ],
  };
}

/** A task is late when it has not ended for so many of its intervals, and a while. */
const lateIntervals = 3;
const graceMs = 60_000;

export function describeTasks(
  { tasks, process, readAt }: Health,
  zone: string,
  commandOf: CommandOf,
): HealthPart {
  const part = { id: "tasks", name: "Periodic jobs" };
  if (tasks === null) {
    return {
      ...part,
      sign: "unknown",
      says: "This process runs no periodic jobs. Another one may; that isn't visible here.",
      facts: [],
      advice: `With plain next start, run the sweep command regularly, or start the service with ${commandOf("start")}.`,
    };
  }
  const nowMs = Date.parse(readAt);
  const startedMs = nowMs - process.uptimeSeconds * 1_000;
  const failed = tasks.filter(({ hasFailed }) => hasFailed);
  const late = tasks.filter(({ endedAt, everyMs }) => {
    const lastMs = endedAt === null ? startedMs : Date.parse(endedAt);
    return nowMs - lastMs > lateIntervals * everyMs + graceMs;
  });
  const names = (list: typeof tasks) => list.map(({ name }) => name).join(", ");
  return {
    ...part,
    ...judge(
      [
        {
          if: failed.length > 0,
          sign: "fault",
          says: `The last run of ${names(failed)} failed.`,
          advice: "The log says why, under “a repeating task failed”. It is retried automatically.",
        },
        {
          if: late.length > 0,
          sign: "watch",
          says: `${names(late)} ${late.length === 1 ? "has" : "have"} not finished for a long time.`,
          advice: "A run may have a lot to do. If this persists, check the log and restart the service.",
        },
      ],
      `${countOf(tasks.length, "task")} run automatically.`,
    ),
    facts: tasks.map(({ name, endedAt, hasFailed }) => [
      name,
      endedAt === null ? "not yet" : `${formatRecent(endedAt, nowMs, zone)}${hasFailed ? ", failed" : ""}`,
    ]),
  };
}

/** Of today's hours the time alone. */
const recentMs = 12 * 3_600_000;

function formatRecent(iso: string, nowMs: number, zone: string): string {
  return nowMs - Date.parse(iso) < recentMs ? formatSeconds(iso, zone) : formatMoment(iso, zone);
}

/** How a part is, told by a word and a sign. Unknown is what this process cannot know. */
export type HealthSign = "well" | "watch" | "fault" | "unknown";

export interface HealthPart {
  id: string;
  name: string;
  sign: HealthSign;
  says: string;
  facts: [name: string, value: string][];
  advice?: string;
}

/** The first judgement that holds, else that all is well. */
export function judge(
  judgements: readonly (Pick<HealthPart, "says" | "advice"> & { sign: HealthSign; if: boolean })[],
  well: string,
): Pick<HealthPart, "sign" | "says" | "advice"> {
  const found = judgements.find((judgement) => judgement.if);
  if (found === undefined) return { sign: "well", says: well };
  const { sign, says, advice } = found;
  return { sign, says, ...(advice === undefined ? {} : { advice }) };
}

const sizes = ["bytes", "kB", "MB", "GB", "TB"];

/** `1.4 GB`: three figures at most, in steps of a thousand. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let step = 0;
  while (value >= 999.5 && step < sizes.length - 1) {
    value /= 1_000;
    step += 1;
  }
  const digits = step === 0 || value >= 99.5 ? 0 : 1;
  return `${value.toFixed(digits)} ${sizes[step]}`;
}

/** `8 seconds`, `12 minutes`, `3 hours`, `5 days`: the largest unit that says something. */
export function formatSpan(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return countOf(Math.round(seconds), "second");
  if (seconds < 90 * 60) return countOf(Math.round(seconds / 60), "minute");
  if (seconds < 36 * 3_600) return countOf(Math.round(seconds / 3_600), "hour");
  return countOf(Math.round(seconds / 86_400), "day");
}
