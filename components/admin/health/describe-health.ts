import type { Health } from "@/lib/operator/schema";
import { countOf, sayCount } from "../../ui/counts";
import { sayMoment } from "../../ui/dates";
import { describeDeliveries, describeRollups, describeScans, describeTasks } from "./describe-engines";
import { describeDatabase, describeDisk, describeRateLimits } from "./describe-stores";
import { type HealthPart, judge } from "./health-part";
import { saySize, saySpan } from "./units";

/** Above this everything waits for everything else in the process. */
const slowLoopMs = 200;
const longWaitSeconds = 3_600;

/** Every part of the service with how it is, what is known of it, and what to do. */
export function describeHealth(health: Health, zone: string): HealthPart[] {
  return [
    describeDatabase(health),
    describeRateLimits(health),
    describeDeliveries(health, zone),
    describeScans(health),
    describeRollups(health),
    describeMail(health),
    describeProcess(health),
    describeDisk(health),
    describeBlocklist(health, zone),
    describeTasks(health, zone),
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
          says: "No mail goes out.",
          advice:
            "Set SMTP_URL and MAIL_FROM. Until then nobody can sign up or get a new password by themselves: user:link prints links for them.",
        },
        {
          if: isWaiting,
          sign: "fault",
          says: `A question to support has waited for ${saySpan(oldestSeconds)} to be mailed to you.`,
          advice: "Look into the log for what the mail server says, and whether SMTP_URL is still good.",
        },
        {
          if: !isOperatorTold,
          sign: "watch",
          says: "Mail goes out, but none of it to you.",
          advice: "Set SUPPORT_EMAIL to be told of reports, requests and questions.",
        },
      ],
      "Mail goes out.",
    ),
    facts: [
      ["Mail server", isSet ? "set" : "not set"],
      ["Told of requests", isOperatorTold ? "yes" : "no"],
      ["Questions not mailed", isOperatorTold ? sayCount(waiting) : "nobody to mail them to"],
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
          says: `It answers late: 1 of 100 turns takes ${Math.round(loopDelayMs ?? 0)} ms or more.`,
          advice: "If it stays so, give it more of a processor, or run a second server beside it.",
        },
      ],
      `It has run for ${saySpan(process.uptimeSeconds)}.`,
    ),
    facts: [
      ["Version", process.version],
      ["Node.js", process.node],
      ["Running for", saySpan(process.uptimeSeconds)],
      ["Memory", saySize(process.memoryBytes)],
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
          says: "The file cannot be read as it is now; the last good list holds.",
          advice: `${fault ?? ""}. Mend the file; it is read again by itself.`,
        },
      ],
      file === null ? "There is none." : `${countOf(entries, "entry", "entries")} hold.`,
    ),
    facts:
      file === null
        ? []
        : [
            ["File", file],
            ["Read", readAt === null ? "not yet" : sayMoment(readAt, zone)],
          ],
  };
}
