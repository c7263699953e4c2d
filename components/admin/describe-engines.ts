import type { Health } from "@/lib/operator/schema";
import { countOf, sayCount } from "../ui/counts";
import { sayMoment, saySeconds } from "../ui/dates";

/** Work that is due for so long is done by nobody. */
const lateSeconds = 30;
/** Days are rolled each quarter of a minute after they are over. */
const lateRollSeconds = 15 * 60;

export function describeDeliveries({ deliveries }: Health, zone: string): HealthPart {
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
          says: "Deliveries are held since this database was restored: nothing goes out.",
          advice:
            "Say what becomes of what waited: npm run admin -- deliveries:release --waiting send, or drop. docs/operating/backup.md tells them apart.",
        },
        {
          if: isOurs && workers === 0,
          sign: "fault",
          says: "No worker is connected: nothing is delivered.",
          advice:
            runsIn === "separate"
              ? "Start one beside the servers: npm run worker. What waits is delivered then."
              : "Start the service by npm start, which delivers by itself, or a worker beside it: npm run worker.",
        },
        {
          if: oldestDueSeconds > lateSeconds,
          sign: "fault",
          says: `Something has been due for ${saySpan(oldestDueSeconds)}, and nobody has begun it.`,
          advice: isOurs
            ? "Look into the worker's log. If it is busy, start another one: npm run worker."
            : "Look whether Inngest reaches /api/inngest, and whether its keys are still good.",
        },
      ],
      isOurs
        ? `${countOf(workers, "worker")} ${workers === 1 ? "is" : "are"} connected.`
        : "Inngest takes what is due.",
    ),
    facts: [
      ["Engine", isOurs ? (runsIn === "separate" ? "workers of their own" : "in the server") : "Inngest"],
      ["Events not handed over", sayCount(eventsWaiting)],
      ["Deliveries not over", sayCount(deliveriesWaiting)],
      ["Oldest due", oldestDueSeconds === 0 ? "nothing" : saySpan(oldestDueSeconds)],
      ["Last sent", lastSentAt === null ? "never" : sayMoment(lastSentAt, zone)],
      [
        "Webhooks",
        `${sayCount(deliveries.activeWebhooks)} on, ${sayCount(deliveries.pausedWebhooks)} paused`,
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
          says: `${countOf(lost, "visit")} ${lost === 1 ? "was" : "were"} lost since this process started: neither the database nor the disk took them.`,
          advice:
            "Look after the disk of DATA_DIR and the database. Redirects went on; those scans are not counted.",
        },
        {
          if: isSpooling === true,
          sign: "fault",
          says: "The database takes no scans at the moment. They wait on this machine's disk and are stored later, once.",
          advice: "Look after the database. Nothing is lost as long as the disk has room.",
        },
        {
          if: (spool?.setAside ?? 0) > 0,
          sign: "watch",
          says: `${countOf(spool?.setAside ?? 0, "file")} of visits lie aside, which the database refused.`,
          advice:
            "They are in DATA_DIR/spool/failed. Move them to DATA_DIR/spool to try again, or delete them.",
        },
        {
          if: spool === null,
          sign: "unknown",
          says: "The folder where scans wait cannot be read.",
          advice: "Look whether DATA_DIR/spool may be read by the service.",
        },
      ],
      `${countOf(lastMinute, "scan")} in the last minute.`,
    ),
    facts: [
      ["Stored in the last minute", sayCount(lastMinute)],
      [
        "Waiting on disk",
        spool === null ? "unknown" : `${countOf(spool.files, "file")}, ${saySize(spool.bytes)}`,
      ],
      ["Lost", lost === 0 ? "none since the start" : sayCount(lost)],
      [
        "Takes scans",
        isSpooling === null ? "no visit came to this process yet" : isSpooling ? "onto the disk" : "yes",
      ],
    ],
  };
}

export function describeRollups({ rollups }: Health): HealthPart {
  const { unrolled, lateSeconds: late, daysToCount, erasures } = rollups;
  return {
    id: "rollups",
    name: "Roll-ups",
    ...judge(
      [
        {
          if: late > lateRollSeconds,
          sign: "watch",
          says: `A day has been over for ${saySpan(late)} and is not counted into its documents.`,
          advice: "Figures are right all the same, and slower. See below whether “roll-scans” runs.",
        },
      ],
      "Every day that is over is counted.",
    ),
    facts: [
      ["Scans beside documents", sayCount(unrolled)],
      ["Days to count again", sayCount(daysToCount)],
      ["Erasures under way", sayCount(erasures)],
    ],
  };
}

/** A task is late when it has not ended for so many of its intervals, and a while. */
const lateIntervals = 3;
const graceMs = 60_000;

export function describeTasks({ tasks, process, readAt }: Health, zone: string): HealthPart {
  const part = { id: "tasks", name: "Sweeps" };
  if (tasks === null) {
    return {
      ...part,
      sign: "unknown",
      says: "This process repeats no sweeps; whether another one does is not known here.",
      facts: [],
      advice:
        "Behind plain next start, run the command sweep again and again, or start the service by npm start.",
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
          advice: "The log says why, under “a repeating task failed”. It is tried again by itself.",
        },
        {
          if: late.length > 0,
          sign: "watch",
          says: `${names(late)} ${late.length === 1 ? "has" : "have"} not ended for long.`,
          advice: "A run may be at work on much. If it stays so, look into the log and restart the service.",
        },
      ],
      `${countOf(tasks.length, "task")} run by themselves.`,
    ),
    facts: tasks.map(({ name, endedAt, hasFailed }) => [
      name,
      endedAt === null ? "not yet" : `${sayRecent(endedAt, nowMs, zone)}${hasFailed ? ", failed" : ""}`,
    ]),
  };
}

/** Of today's hours the time alone. */
const recentMs = 12 * 3_600_000;

function sayRecent(iso: string, nowMs: number, zone: string): string {
  return nowMs - Date.parse(iso) < recentMs ? saySeconds(iso, zone) : sayMoment(iso, zone);
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
export function saySize(bytes: number): string {
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
export function saySpan(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return countOf(Math.round(seconds), "second");
  if (seconds < 90 * 60) return countOf(Math.round(seconds / 60), "minute");
  if (seconds < 36 * 3_600) return countOf(Math.round(seconds / 3_600), "hour");
  return countOf(Math.round(seconds / 86_400), "day");
}
