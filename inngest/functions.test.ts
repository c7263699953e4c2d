import { InngestTestEngine } from "@inngest/test";
import type { InngestFunction } from "inngest";
import { describe, expect, it } from "vitest";
import { createClient } from "./client";
import { createDeliveryCall, createFanOutCall } from "./events";
import { sweepWebhooks } from "./sweep";

const client = createClient({
  eventKey: undefined,
  signingKey: undefined,
  signingKeyFallback: undefined,
  baseUrl: "http://127.0.0.1:9",
  isDev: true,
});
const eventId = "01900000-0000-7000-8000-000000000001";
const delivery = {
  id: "01900000-0000-7000-8000-000000000002",
  webhookId: "01900000-0000-7000-8000-000000000003",
};

interface Step {
  id: string;
  handler: () => unknown;
}

/** An engine of its own each time: it remembers what was given for a step. */
function runOnce(fn: InngestFunction.Any, steps: Step[]) {
  return new InngestTestEngine({ function: fn, steps }).execute();
}

const gives = (id: string, value: unknown = null): Step => ({ id, handler: () => value });

describe("the sweep", () => {
  const run = (steps: Step[]) => runOnce(sweepWebhooks(client), steps);

  it("runs every step and sends the missed and the overdue deliveries", async () => {
    const missed = { calls: [createDeliveryCall(delivery)], deliveries: 1, last: null };
    const overdue = [createDeliveryCall(delivery, "1_0")];
    const { result, ctx } = await run([
      gives("delete-soft-deleted", 2),
      gives("delete-earlier-styles", 0),
      gives("report-expired", 0),
      gives("report-quotas", 0),
      gives("advance-imports", 4),
      gives("check-domains", 0),
      gives("delete-unproved-domains", 0),
      gives("partition-scans", 0),
      gives("purge-scans", 6),
      gives("mail-support", 5),
      gives("fan-out-missed-1", missed),
      gives("tell-missed-1-1", { ids: [] }),
      gives("list-overdue", overdue),
      gives("tell-overdue-1", { ids: [] }),
      gives("sweep-failures", 3),
      gives("cancel-paused", 0),
      gives("add-up-deliveries", 0),
      gives("sweep-events", 1),
      gives("erase-forgotten", 3),
    ]);
    expect(result).toEqual({
      deleted: 2,
      purged: 6,
      imported: 4,
      mailed: 5,
      missed: 1,
      overdue: 1,
      failing: 3,
      erased: 4,
    });
    expect(ctx.step.sendEvent).toHaveBeenCalledTimes(2);
  });

  it("continues after the last event of a part that may be incomplete", async () => {
    const part = (last: string | null) => ({ calls: [], deliveries: 0, last });
    const { result } = await run([
      gives("delete-soft-deleted", 0),
      gives("delete-earlier-styles", 0),
      gives("report-expired", 0),
      gives("report-quotas", 0),
      gives("advance-imports", 0),
      gives("check-domains", 0),
      gives("delete-unproved-domains", 0),
      gives("partition-scans", 0),
      gives("purge-scans", 0),
      gives("mail-support", 0),
      gives("fan-out-missed-1", part(eventId)),
      gives("fan-out-missed-2", part(null)),
      gives("list-overdue", []),
      gives("sweep-failures", 0),
      gives("cancel-paused", 0),
      gives("add-up-deliveries", 0),
      gives("sweep-events", 0),
      gives("erase-forgotten", 0),
    ]);
    expect(result).toEqual({
      deleted: 0,
      purged: 0,
      imported: 0,
      mailed: 0,
      missed: 0,
      overdue: 0,
      failing: 0,
      erased: 0,
    });
  });
});

it("a fan-out call has the event's id, and each repeated delivery call a different id", () => {
  expect(createFanOutCall(eventId)).toMatchObject({ id: "evt_01900000000070008000000000000001" });
  const ids = [
    createDeliveryCall(delivery),
    createDeliveryCall(delivery, "1_0"),
    createDeliveryCall(delivery, "1_1"),
  ];
  expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
});
