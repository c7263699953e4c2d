import { evaluateDisk, type Health } from "@/lib/operator/schema";
import { countOf, formatCount } from "../ui/counts";
import { formatMoment } from "../ui/dates";
import {
  type CommandOf,
  describeDeliveries,
  describeRollups,
  describeScans,
  describeTasks,
  formatSize,
  formatSpan,
  type HealthPart,
  judge,
} from "./describe-engines";

/** Of the connections that the database allows. */
const nearlyAll = 0.8;

/** Longer than any transaction of the service: while one runs, the space of rows deleted since then is not freed. */
const longSeconds = 300;

const storeNames = { memory: "this process's memory", redis: "Redis", upstash: "Upstash" } as const;

/** Above this everything waits for everything else in the process. */
const slowLoopMs = 200;

const longWaitSeconds = 3_600;

export function describeHealth(health: Health, zone: string, commandOf: CommandOf): HealthPart[] {
  return [
    describeDatabase(health),
    describeRateLimits(health),
    describeDeliveries(health, zone, commandOf),
    describeScans(health),
    describeRollups(health),
    describeMail(health),
    describeProcess(health),
    describeDisk(health),
    describeBlocklist(health, zone),
    describeTasks(health, zone, commandOf),
  ];
}

function describeMail({ mail: { isSet, isOperatorTold, waiting, oldestSeconds } }: Health): HealthPart {
  const isWaiting = isOperatorTold && waiting > 0 && oldestSeconds > longWaitSeconds;
  return {
    id: "mail",
    name: "Mail",
    ...judge(
      [
        {
          if: !isSet,
          sign: "watch",
          says: "No emails are sent.",
          advice:
            "Set SMTP_URL and MAIL_FROM. Until then nobody can sign up or reset a password on their own: user:link prints links for them.",
        },
        {
          if: isWaiting,
          sign: "fault",
          says: `A question to support has waited for ${formatSpan(oldestSeconds)} to be mailed to you.`,
          advice: "Check the log for the mail server's answer, and that SMTP_URL is still valid.",
        },
        {
          if: !isOperatorTold,
          sign: "watch",
          says: "Emails are sent, but none to you.",
          advice: "Set SUPPORT_EMAIL to be notified of reports, requests and questions.",
        },
      ],
      "Emails are sent.",
    ),
    facts: [
      ["Mail server", isSet ? "set" : "not set"],
      ["Notified of requests", isOperatorTold ? "yes" : "no"],
      ["Questions not mailed", isOperatorTold ? formatCount(waiting) : "no address to mail them to"],
    ],
  };
}

function describeProcess({ process }: Health): HealthPart {
  const { loopDelayMs } = process;
  return {
    id: "process",
    name: "This process",
    ...judge(
      [
        {
          if: loopDelayMs !== null && loopDelayMs > slowLoopMs,
          sign: "watch",
          says: `It answers slowly: 1 of 100 turns takes ${Math.round(loopDelayMs ?? 0)} ms or more.`,
          advice: "If this persists, give it more CPU, or run a second server beside it.",
        },
      ],
      `Running for ${formatSpan(process.uptimeSeconds)}.`,
    ),
    facts: [
      ["Version", process.version],
      ["Node.js", process.node],
      ["Running for", formatSpan(process.uptimeSeconds)],
      ["Memory", formatSize(process.memoryBytes)],
      ["Event loop, 99%", loopDelayMs === null ? "not measured here" : `${loopDelayMs.toFixed(1)} ms`],
    ],
  };
}

function describeBlocklist(
  { blocklist: { file, entries, readAt, fault } }: Health,
  zone: string,
): HealthPart {
  return {
    id: "blocklist",
    name: "Blocklist",
    ...judge(
      [
        {
          if: fault !== null,
          sign: "fault",
          says: "The file can't be read; the last good list stays in use.",
          advice: `${fault ?? ""}. Fix the file; it is read again automatically.`,
        },
      ],
      file === null ? "There is none." : `${countOf(entries, "entry", "entries")} in use.`,
    ),
    facts:
      file === null
        ? []
        : [
            ["File", file],
            ["Read", readAt === null ? "not yet" : formatMoment(readAt, zone)],
          ],
  };
}

function describeDatabase({ database, migrations }: Health): HealthPart {
  const { isEmbedded, connections, maxConnections, oldestTransactionSeconds: oldest } = database;
  const [unfinished] = migrations.unfinished;
  return {
    id: "database",
    name: "PostgreSQL",
    ...judge(
      [
        {
          if: unfinished !== undefined,
          sign: "fault",
          says: `The migration ${unfinished} did not finish.`,
          advice: "The startup log says why. Fix it, then start the service again.",
        },
        {
          if: connections > nearlyAll * maxConnections,
          sign: "fault",
          says: `${countOf(connections, "connection")} of ${formatCount(maxConnections)} are in use.`,
          advice: "Run fewer processes on this database, or raise max_connections.",
        },
        {
          if: oldest > longSeconds,
          sign: "watch",
          says: `A transaction has been open for ${formatSpan(oldest)}.`,
          advice:
            "Find it in pg_stat_activity by its xact_start. It isn't the service's; end it if nobody needs it.",
        },
      ],
      isEmbedded ? "The embedded database answers." : "Your own database answers.",
    ),
    facts: [
      ["Version", database.version],
      ["Size", formatSize(database.bytes)],
      ["Connections", `${formatCount(connections)} of ${formatCount(maxConnections)}`],
      ["Oldest transaction", oldest === 0 ? "none" : formatSpan(oldest)],
      ["Replicas", database.replicas === 0 ? "none" : formatCount(database.replicas)],
      ["Migrations", `${formatCount(migrations.applied)} applied`],
      ...(migrations.last === null ? [] : [["Last migration", migrations.last] as [string, string]]),
    ],
  };
}

function describeRateLimits({ rateLimits: { store, isDegraded } }: Health): HealthPart {
  const name = storeNames[store];
  return {
    id: "rate-limits",
    name: "Rate limits",
    ...judge(
      [
        {
          if: isDegraded === true,
          sign: "fault",
          says: `${name} does not answer. Each process counts for itself meanwhile.`,
          advice: `Check that ${name} runs and can be reached. It is retried every second; there is nothing else to do.`,
        },
        {
          if: isDegraded === null,
          sign: "unknown",
          says: `This process has counted nothing yet, so ${name} wasn't used.`,
        },
      ],
      store === "memory" ? "Counted in this process only." : `${name} answers.`,
    ),
    facts: [["Counted in", name]],
  };
}

function describeDisk({ disk }: Health): HealthPart {
  const part = { id: "disk", name: "Disk" };
  if (disk === null) {
    return {
      ...part,
      sign: "unknown",
      says: "The data folder's disk can't be read.",
      facts: [],
      advice: "Check that DATA_DIR exists and the service may read it.",
    };
  }
  const { folder, freeBytes, totalBytes } = disk;
  const free = `${formatSize(freeBytes)} of ${formatSize(totalBytes)} are free.`;
  const advice = "Make room, or move DATA_DIR to a larger disk while the service is stopped.";
  const sign = evaluateDisk(disk);
  return {
    ...part,
    ...judge([{ if: sign !== "well", sign, says: free, advice }], free),
    facts: [["DATA_DIR", folder]],
  };
}
