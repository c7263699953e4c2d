import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Delivery } from "@/lib/webhooks/schema";
import type { Case } from "./delivery-cases";
import { envelopeOf, expectSigned, type Subscriber, until } from "./subscriber";

/** One event whose first attempt has failed and whose second one waits for three seconds. Returns what sleeps past it. */
async function leaveWaiting(subscriber: Subscriber): Promise<() => Promise<void>> {
  subscriber.receiver.respond([{ status: 503, headers: { "retry-after": "2" } }, {}]);
  await subscriber.newCode();
  const [waiting] = await subscriber.settled(1, "retrying");
  const dueAt = Date.parse(waiting!.nextAttemptAt!);
  // That nothing is sent has no sign of its own: the time at which it would be has to pass.
  return () => sleep(Math.max(0, dueAt + 500 - Date.now()));
}

/** What the owner does while deliveries wait or run. */
export const controlCases: Case[] = [
  {
    name: "W9: a pause cancels what waits; W10: a resume does not send it, nor what happened meanwhile",
    async run(open) {
      const subscriber = await open();
      const passDueTime = await leaveWaiting(subscriber);
      expect(await subscriber.change({ isActive: false })).toMatchObject({ isActive: false });
      const [cancelled] = await subscriber.settled(1, "cancelled");
      expect(cancelled!.nextAttemptAt).toBeNull();
      await subscriber.newCode("While paused");
      await subscriber.change({ isActive: true });
      await subscriber.newCode("After the resume");
      await until(async () => {
        const statuses = (await subscriber.deliveries()).map(({ status }) => status);
        return statuses.join() === "delivered,cancelled";
      });
      await passDueTime();
      const names = subscriber.receiver.requests.map((request) => envelopeOf(request).data.name);
      expect(names).toEqual(["Table 4", "After the resume"]);
    },
  },
  {
    name: "W9: what is deleted gets nothing more, and its history is gone",
    async run(open) {
      const subscriber = await open();
      const passDueTime = await leaveWaiting(subscriber);
      await subscriber.ask("DELETE", `/webhooks/${subscriber.webhookId}`);
      await subscriber.newCode();
      await passDueTime();
      expect(subscriber.receiver.requests.length).toBe(1);
      const { status } = await subscriber.call("GET", `/webhooks/${subscriber.webhookId}/deliveries`);
      expect(status).toBe(404);
    },
  },
  {
    name: "W9: a new address is where the next attempt goes",
    async run(open) {
      const subscriber = await open();
      await leaveWaiting(subscriber);
      await subscriber.change({ url: subscriber.receiver.urlOf("hooks.example.test", "/moved") });
      await subscriber.settled(1, "delivered");
      expect(subscriber.receiver.requests.map(({ path }) => path)).toEqual(["/hook", "/moved"]);
    },
  },
  {
    name: "a test is one attempt with an event of its kind that says what it is",
    async run(open) {
      const subscriber = await open({ events: ["qr.deleted", "qr.created"], script: { status: 500 } });
      const made = await subscriber.ask<Delivery>("POST", `/webhooks/${subscriber.webhookId}/test`);
      const [delivery] = await subscriber.settled(1, "failed");
      expect(delivery).toMatchObject({ id: made.id, attempts: 1, eventType: "qr.deleted" });
      await subscriber.ask("POST", `/webhooks/${subscriber.webhookId}/test`, { type: "scan.created" });
      await subscriber.settled(2, "failed");
      const [first, second, ...more] = subscriber.receiver.requests;
      expect(more).toEqual([]);
      expect(envelopeOf(first!)).toMatchObject({ type: "qr.deleted", test: true, id: made.eventId });
      expect(envelopeOf(second!)).toMatchObject({ type: "scan.created", test: true });
      expectSigned(first!, subscriber.secret);
    },
  },
  {
    name: "a retry by hand is one more delivery of the same bytes",
    async run(open) {
      const subscriber = await open({ script: [{ status: 410 }, {}] });
      await subscriber.newCode();
      const [old] = await subscriber.settled(1, "failed");
      const path = `/webhooks/${subscriber.webhookId}/deliveries`;
      const again = await subscriber.ask("POST", `${path}/${old!.id}/retry`);
      expect(again).toMatchObject({ retryOf: old!.id, eventId: old!.eventId });
      await subscriber.receiver.waitFor(2);
      const [first, second] = subscriber.receiver.requests;
      expect(second!.body.equals(first!.body)).toBe(true);
      expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
      expect(await subscriber.webhook()).toMatchObject({ eventCount: 2, failureCount: 1 });
    },
  },
  {
    name: "a rotated secret signs at once, and the old one beside it while they overlap",
    async run(open) {
      const subscriber = await open();
      const secret = await subscriber.rotateSecret(600);
      await subscriber.newCode();
      const [both] = await subscriber.receiver.waitFor(1);
      expectSigned(both!, secret, subscriber.secret);
      const last = await subscriber.rotateSecret(0);
      await subscriber.newCode();
      const [, one] = await subscriber.receiver.waitFor(2);
      expectSigned(one!, last);
    },
  },
  {
    name: "an endpoint that hangs holds up nobody else",
    async run(open) {
      const hanging = await open({ script: { beforeHeadersMs: Number.POSITIVE_INFINITY } });
      const other = await open();
      await Promise.all(Array.from({ length: 20 }, (_, table) => hanging.newCode(`Table ${table}`)));
      await hanging.receiver.waitFor(1);
      await other.newCode();
      await other.settled(1, "delivered");
      expect(hanging.receiver.requests.length).toBe(1);
      await hanging.change({ isActive: false });
    },
  },
];
