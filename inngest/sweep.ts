import { cron } from "inngest";
import { reportQuotas } from "@/lib/accounts/quota-notices";
import { deleteEarlierStyles } from "@/lib/codes/bulk-update-styles";
import { reportEnded } from "@/lib/codes/expire";
import { deleteSoftDeleted } from "@/lib/codes/soft-delete";
import { checkDueDomains, deleteUnprovedDomains } from "@/lib/domains/verify";
import { sweepImports } from "@/lib/imports";
import { partitionScans } from "@/lib/rollups/partitions";
import { purgeScans } from "@/lib/rollups/retention";
import { sweepSupport } from "@/lib/support";
import {
  cancelPastOfAll,
  deleteExpiredEvents,
  disableFailingWebhooks,
  sumDeliveryCounts,
} from "@/lib/webhooks/cleanup";
import { fanOut, listOverdueDeliveries, listPendingEvents } from "@/lib/webhooks/delivery";
import { maxFanOutEvents } from "@/lib/webhooks/delivery/schema";
import { purgeDeleted } from "@/lib/webhooks/purge";
import type { Client } from "./client";
import { createDeliveryCalls, missedAfterMs, mostTogether } from "./events";

/** Parts in which one sweep fans out what was missed: 10,000 events a minute. */
const mostParts = 20;
const mostDeliveries = 1_000;
const minuteMs = 60_000;

/**
 * Deliveries that stand in line behind others of their webhook are overdue, too, and have their run already. A webhook's are
 * called for after 1, 2, 4, 8 … minutes: whatever is lost comes again, and what waits makes few runs.
 */
function doublingOf(lateMs: number): number {
  return Math.floor(Math.log2(Math.max(1, lateMs / minuteMs)));
}

/**
 * Part of what was missed: an event whose id Inngest has seen can't be handed over again, so it is fanned out here.
 * `last` is the event behind which there may be more.
 */
async function fanOutMissed(after: string | undefined) {
  const eventIds = await listPendingEvents(maxFanOutEvents, missedAfterMs, after);
  const last = eventIds.length < maxFanOutEvents ? null : (eventIds.at(-1) ?? null);
  if (eventIds.length === 0) return { calls: [], deliveries: 0, last };
  const { deliveries } = await fanOut({ eventIds });
  return { calls: createDeliveryCalls(deliveries), deliveries: deliveries.length, last };
}

async function listOverdue() {
  const overdue = await listOverdueDeliveries(mostDeliveries, missedAfterMs);
  const oldest = new Map<string, (typeof overdue)[number]>();
  for (const one of overdue) if (!oldest.has(one.webhookId)) oldest.set(one.webhookId, one);
  return [...oldest.values()].flatMap(({ webhookId, dueAt, lateMs }) => {
    const together = overdue.filter((one) => one.webhookId === webhookId);
    return createDeliveryCalls(together, `${dueAt.getTime()}_${doublingOf(lateMs)}`);
  });
}

/** Calls as steps of a size that Inngest takes, each with an id of its own. */
function inParts<Call>(id: string, calls: readonly Call[]): [string, Call[]][] {
  return Array.from({ length: Math.ceil(calls.length / mostTogether) }, (_, part) => [
    `${id}-${part + 1}`,
    calls.slice(part * mostTogether, (part + 1) * mostTogether),
  ]);
}

/**
 * Each minute: expired codes, unattended imports, missed events, failing endpoints and old rows. Without our servers
 * nothing else does this.
 */
export function sweepWebhooks(client: Client) {
  return client.createFunction(
    {
      id: "sweep",
      name: "Sweep codes, events and deliveries",
      triggers: cron("* * * * *"),
      concurrency: 1,
      retries: 3,
    },
    async ({ step }) => {
      const deleted = await step.run("delete-soft-deleted", () => deleteSoftDeleted());
      await step.run("delete-earlier-styles", () => deleteEarlierStyles());
      await step.run("report-expired", () => reportEnded());
      await step.run("report-quotas", () => reportQuotas());
      const imported = await step.run("advance-imports", () => sweepImports());
      await step.run("check-domains", () => checkDueDomains());
      await step.run("delete-unproved-domains", () => deleteUnprovedDomains());
      await step.run("partition-scans", () => partitionScans());
      const purged = await step.run("purge-scans", () => purgeScans());
      const mailed = await step.run("mail-support", () => sweepSupport());
      let missed = 0;
      let after: string | undefined;
      for (let part = 1; part <= mostParts; part += 1) {
        const { calls, deliveries, last } = await step.run(`fan-out-missed-${part}`, () =>
          fanOutMissed(after),
        );
        for (const [id, some] of inParts(`tell-missed-${part}`, calls)) await step.sendEvent(id, some);
        missed += deliveries;
        if (last === null) break;
        after = last;
      }
      const overdue = await step.run("list-overdue", listOverdue);
      for (const [id, calls] of inParts("tell-overdue", overdue)) await step.sendEvent(id, calls);
      const failing = await step.run("sweep-failures", () => disableFailingWebhooks());
      await step.run("cancel-paused", () => cancelPastOfAll());
      await step.run("add-up-deliveries", () => sumDeliveryCounts());
      const swept = await step.run("sweep-events", () => deleteExpiredEvents());
      const erased = await step.run("erase-forgotten", () => purgeDeleted());
      return {
        deleted,
        purged,
        imported,
        mailed,
        missed,
        failing,
        overdue: overdue.length,
        erased: swept + erased,
      };
    },
  );
}
