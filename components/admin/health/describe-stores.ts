import type { Health } from "@/lib/operator/schema";
import { countOf, sayCount } from "../../ui/counts";
import { type HealthPart, judge } from "./health-part";
import { saySize, saySpan } from "./units";

/** Of the connections that the database allows. */
const nearlyAll = 0.8;
/** No transaction of ours lasts so long: rows that were deleted since then still take their space. */
const longSeconds = 300;
/** Of a disk what is left when the operator should hear of it, and when nothing may be stored soon. */
const littleShare = 0.1;
const noneShare = 0.02;

export function describeDatabase({ database, migrations }: Health): HealthPart {
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
          says: `The migration ${unfinished} did not end.`,
          advice: "Look into the log of the start for why, mend it, and start the service again.",
        },
        {
          if: connections > nearlyAll * maxConnections,
          sign: "fault",
          says: `${countOf(connections, "connection")} of ${sayCount(maxConnections)} are taken.`,
          advice: "Run fewer processes on this database, or raise max_connections.",
        },
        {
          if: oldest > longSeconds,
          sign: "watch",
          says: `A transaction has been open for ${saySpan(oldest)}.`,
          advice:
            "Find it in pg_stat_activity by its xact_start. It is none of the service's; end it if nobody needs it.",
        },
      ],
      isEmbedded ? "The embedded one answers." : "Your own one answers.",
    ),
    facts: [
      ["Version", database.version],
      ["Size", saySize(database.bytes)],
      ["Connections", `${sayCount(connections)} of ${sayCount(maxConnections)}`],
      ["Oldest transaction", oldest === 0 ? "none" : saySpan(oldest)],
      ["Replicas", database.replicas === 0 ? "none" : sayCount(database.replicas)],
      ["Migrations", `${sayCount(migrations.applied)} applied`],
      ...(migrations.last === null ? [] : [["Last migration", migrations.last] as [string, string]]),
    ],
  };
}

const storeNames = { memory: "this process's memory", redis: "Redis", upstash: "Upstash" } as const;

export function describeRateLimits({ rateLimits: { store, isDegraded } }: Health): HealthPart {
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
          advice: `Look whether ${name} runs and can be reached. It is asked again each second, and nothing else is to be done.`,
        },
        {
          if: isDegraded === null,
          sign: "unknown",
          says: `Nothing was counted in this process yet, so ${name} was not asked.`,
        },
      ],
      store === "memory" ? "Counted in this process alone." : `${name} answers.`,
    ),
    facts: [["Counted in", name]],
  };
}

export function describeDisk({ disk }: Health): HealthPart {
  const part = { id: "disk", name: "Disk" };
  if (disk === null) {
    return {
      ...part,
      sign: "unknown",
      says: "The folder of data cannot be asked for its disk.",
      facts: [],
      advice: "Look whether DATA_DIR is there and may be read by the service.",
    };
  }
  const { folder, freeBytes, totalBytes } = disk;
  const free = `${saySize(freeBytes)} of ${saySize(totalBytes)} are free.`;
  const advice = "Make room, or move DATA_DIR to a larger disk while the service is stopped.";
  return {
    ...part,
    ...judge(
      [
        { if: freeBytes < noneShare * totalBytes, sign: "fault", says: free, advice },
        { if: freeBytes < littleShare * totalBytes, sign: "watch", says: free, advice },
      ],
      free,
    ),
    facts: [["DATA_DIR", folder]],
  };
}
