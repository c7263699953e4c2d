import { expect } from "vitest";
import {
  allKinds,
  envelopeOf,
  expectSigned,
  type Subscriber,
  type SubscriberOptions,
  until,
} from "./subscriber";

/** What must hold of deliveries whichever engine runs them; `open` gives a subscriber of its own. */
export interface Case {
  name: string;
  run(open: (options?: SubscriberOptions) => Promise<Subscriber>): Promise<void>;
}

const failing = { status: 500 };
const bodiesOf = ({ receiver }: Subscriber) => new Set(receiver.requests.map(({ body }) => body.toString()));
const idsOf = ({ receiver }: Subscriber) =>
  new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));

/** How attempts go. */
export const deliveryCases: Case[] = [
  {
    name: "a change is sent once, signed in both forms, and recorded",
    async run(open) {
      const subscriber = await open();
      const { id } = await subscriber.newCode();
      const [delivery] = await subscriber.settled(1, "delivered");
      const [request] = await subscriber.receiver.waitFor(1);
      const event = envelopeOf(request!);
      expectSigned(request!, subscriber.secret);
      expect(request).toMatchObject({ method: "POST", path: "/hook" });
      expect(request!.headers).toMatchObject({
        "content-type": expect.stringContaining("application/json"),
        "webhook-id": event.id,
        "x-webhook-event": "qr.created",
      });
      expect(event).toMatchObject({ type: "qr.created", sandbox: false, data: { id } });
      expect(delivery).toMatchObject({ eventId: event.id, attempts: 1, responseStatus: 200, error: null });
      expect(await subscriber.webhook()).toMatchObject({ eventCount: 1, failureCount: 0 });
      expect(subscriber.receiver.requests.length).toBe(1);
    },
  },
  {
    name: "every kind arrives, and five at once are five events",
    async run(open) {
      const subscriber = await open({ events: allKinds });
      const code = await subscriber.newCode();
      await subscriber.scan(code);
      await subscriber.changeCode(code.id, { name: "Table 5" });
      await subscriber.deleteCode(code.id);
      const qrCodes = Array.from({ length: 5 }, (_, table) => ({
        name: `Bulk ${table}`,
        type: "url",
        content: "https://example.com/",
      }));
      await subscriber.ask("POST", "/qr-codes/bulk", { qrCodes });
      await subscriber.settled(9, "delivered");
      const kinds = subscriber.receiver.requests.map((request) => envelopeOf(request).type).sort();
      const created = Array<string>(6).fill("qr.created");
      expect(kinds).toEqual([...created, "qr.deleted", "qr.updated", "scan.created"]);
      expect(idsOf(subscriber).size).toBe(9);
    },
  },
  {
    name: "every subscriber gets each event once, and nobody else does",
    async run(open) {
      const subscriber = await open({ events: ["qr.created"] });
      const { receiver } = subscriber;
      await subscriber.subscribe(["qr.deleted"], receiver.urlOf("hooks.example.test", "/deleted"));
      await subscriber.subscribe(["qr.created", "qr.deleted"], receiver.urlOf("hooks.example.test", "/both"));
      const { id } = await subscriber.newCode();
      await receiver.waitFor(2);
      await subscriber.deleteCode(id);
      await receiver.waitFor(4);
      const heard = receiver.requests.map((request) => `${request.path} ${envelopeOf(request).type}`);
      expect(heard.sort()).toEqual([
        "/both qr.created",
        "/both qr.deleted",
        "/deleted qr.deleted",
        "/hook qr.created",
      ]);
    },
  },
  {
    name: "what fails is sent again, the same to the byte, until it is taken",
    async run(open) {
      const subscriber = await open({ script: [failing, { reset: true }, { status: 204 }] });
      await subscriber.newCode();
      const [delivery] = await subscriber.settled(1, "delivered");
      expect(delivery).toMatchObject({ attempts: 3, responseStatus: 204 });
      expect(bodiesOf(subscriber).size).toBe(1);
      expect(idsOf(subscriber).size).toBe(1);
      for (const request of subscriber.receiver.requests) expectSigned(request, subscriber.secret);
      expect(await subscriber.webhook()).toMatchObject({ eventCount: 1, failureCount: 0 });
    },
  },
  {
    name: "W7: four attempts and no more, and the next event goes its own way",
    async run(open) {
      const subscriber = await open({ script: [failing, failing, failing, failing, {}] });
      await subscriber.newCode();
      const [delivery] = await subscriber.settled(1, "failed");
      expect(delivery).toMatchObject({ attempts: 4, error: "http_status", nextAttemptAt: null });
      expect(await subscriber.webhook()).toMatchObject({ eventCount: 1, failureCount: 1, isActive: true });
      await subscriber.newCode();
      // Both deliveries are final: neither is tried again.
      await until(async () => {
        const statuses = (await subscriber.deliveries()).map(({ status }) => status);
        return statuses.join() === "delivered,failed";
      });
      expect(subscriber.receiver.requests.length).toBe(5);
      expect(idsOf(subscriber).size).toBe(2);
    },
  },
  {
    name: "W8: 410 ends the attempts for that event alone",
    async run(open) {
      const subscriber = await open({ script: [{ status: 410 }, {}] });
      await subscriber.newCode();
      const [delivery] = await subscriber.settled(1, "failed");
      expect(delivery).toMatchObject({ attempts: 1, responseStatus: 410 });
      expect(await subscriber.webhook()).toMatchObject({ isActive: true, failureCount: 1 });
      await subscriber.newCode();
      await subscriber.receiver.waitFor(2);
    },
  },
  {
    name: "W8: Retry-After is waited for, beyond the schedule",
    async run(open) {
      const busy = { status: 503, headers: { "retry-after": "2" } };
      const subscriber = await open({ script: [busy, {}] });
      await subscriber.newCode();
      const [first, second] = await subscriber.receiver.waitFor(2);
      // The schedule of the stage would come after a fifth of a second.
      expect(second!.arrivedAt - first!.arrivedAt).toBeGreaterThan(1_900);
    },
  },
  {
    name: "S7: a redirect is a failure and nobody goes there",
    async run(open) {
      const subscriber = await open();
      const elsewhere = subscriber.receiver.urlOf("hooks.example.test", "/elsewhere");
      subscriber.receiver.respond({ status: 307, headers: { location: elsewhere } });
      await subscriber.newCode();
      const [delivery] = await subscriber.settled(1, "failed");
      expect(delivery).toMatchObject({ attempts: 4, responseStatus: 307, error: "http_status" });
      expect(new Set(subscriber.receiver.requests.map(({ path }) => path))).toEqual(new Set(["/hook"]));
    },
  },
  {
    name: "an endpoint has one request at a time at first, more while it answers, and never more than eight",
    async run(open) {
      let isHeld = true;
      let letGo = () => {};
      const opened = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const subscriber = await open({
        script: async () => {
          if (isHeld) await opened;
          return { beforeHeadersMs: 400 };
        },
      });
      await Promise.all(Array.from({ length: 40 }, (_, table) => subscriber.newCode(`Table ${table}`)));
      await until(async () => (await subscriber.deliveries()).length === 40);
      await subscriber.receiver.waitFor(1);
      // A later event reaches another endpoint, so the queue has been worked through.
      const other = await open();
      await other.newCode();
      await other.settled(1, "delivered");
      expect(subscriber.receiver.mostOpen).toBe(1);
      isHeld = false;
      letGo();
      await subscriber.settled(40, "delivered");
      expect(subscriber.receiver.mostOpen).toBeGreaterThan(3);
      expect(subscriber.receiver.mostOpen).toBeLessThanOrEqual(8);
      expect(subscriber.receiver.requests.length).toBe(40);
    },
  },
];
