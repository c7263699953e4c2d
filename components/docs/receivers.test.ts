import { afterAll, beforeAll, expect, it } from "vitest";
import { describeHere, postTo, SampleReceiver, sampleLanguages } from "@/e2e/support/sample-receivers";
import {
  awkwardData,
  eventBody,
  newEventId,
  newSecretText,
  signByStandard,
  signPlainly,
  stampOf,
  standardHeaders,
} from "@/e2e/support/signed-events";

const secret = newSecretText();
const other = newSecretText();

type Headers = Record<string, string>;

/** Requests that are no genuine delivery, as headers for an id and a body. */
const forged: Record<string, (id: string, body: string) => Headers> = {
  "no signature": () => ({}),
  "an empty signature": () => ({ "x-webhook-signature": "" }),
  "the signature of another secret": (_, body) => ({ "x-webhook-signature": signPlainly(body, other) }),
  "the signature of another body": (_, body) => ({ "x-webhook-signature": signPlainly(`${body} `, secret) }),
  "half a signature": (_, body) => ({ "x-webhook-signature": signPlainly(body, secret).slice(0, 32) }),
  "a signature beyond ASCII": () => ({ "x-webhook-signature": "é".repeat(64) }),
  "another secret in the standard form": (id, body) => standardHeaders(id, body, other),
  "another body in the standard form": (id, body) => standardHeaders(id, `${body} `, secret),
  "a timestamp that is not a whole number": (id, body) => ({
    ...standardHeaders(id, body, secret),
    "webhook-timestamp": `${stampOf()}.0`,
  }),
  "no timestamp": (id, body) => {
    const { "webhook-timestamp": _, ...headers } = standardHeaders(id, body, secret);
    return headers;
  },
  "an unknown version": (id, body) => ({
    ...standardHeaders(id, body, secret),
    "webhook-signature": signByStandard(id, stampOf(), body, secret).replace("v1,", "v2,"),
  }),
};

/** Deliveries that were genuine once, or whose headers were changed on the way. */
const replayed: typeof forged = {
  "a timestamp six minutes old": (id, body) => standardHeaders(id, body, secret, stampOf(-360)),
  "a timestamp six minutes ahead": (id, body) => standardHeaders(id, body, secret, stampOf(360)),
  "a new timestamp on an old signature": (id, body) => ({
    ...standardHeaders(id, body, secret, stampOf(-360)),
    "webhook-timestamp": stampOf(),
  }),
  "another id": (id, body) => ({ ...standardHeaders(id, body, secret), "webhook-id": newEventId() }),
  "an old timestamp but a valid plain signature": (id, body) => ({
    ...standardHeaders(id, body, secret, stampOf(-360)),
    "x-webhook-signature": signPlainly(body, secret),
  }),
};

for (const language of sampleLanguages) {
  describeHere(language, "the sample receiver", () => {
    let receiver: SampleReceiver;
    const post = (body: string, headers: Headers, method?: string) => postTo(receiver, body, headers, method);
    beforeAll(async () => {
      receiver = new SampleReceiver(language, secret);
      await receiver.start();
    }, 120_000);
    afterAll(() => receiver.close());

    it("processes events signed in either form or by one of several secrets, each event once", async () => {
      const [plain, both, several, late] = [newEventId(), newEventId(), newEventId(), newEventId()];
      const old = signByStandard(several, stampOf(), eventBody(several), other);
      const headers = standardHeaders(several, eventBody(several), secret);
      headers["webhook-signature"] = `${old} v1a,AAAA ${headers["webhook-signature"]}`;
      const deliveries: [string, Headers][] = [
        [plain, { "x-webhook-signature": signPlainly(eventBody(plain), secret) }],
        [
          both,
          {
            ...standardHeaders(both, eventBody(both), secret),
            "x-webhook-signature": signPlainly(eventBody(both), secret),
          },
        ],
        [several, headers],
        [late, standardHeaders(late, eventBody(late), secret, stampOf(-240))],
        // The same again, as another attempt sends it.
        [both, standardHeaders(both, eventBody(both), secret, stampOf(2))],
        [plain, { "x-webhook-signature": signPlainly(eventBody(plain), secret) }],
      ];
      for (const [id, signed] of deliveries) expect(await post(eventBody(id), signed)).toBe(204);
      const last = newEventId();
      await post(eventBody(last), standardHeaders(last, eventBody(last), secret));
      const worked = await receiver.worked(5);
      expect([...worked].sort()).toEqual(
        [plain, both, several, late, last].map((id) => `scan.created ${id}`).sort(),
      );
    });

    it.each(Object.keys(awkwardData))("W13: verifies the body's bytes as sent, with %s", async (name) => {
      const id = newEventId();
      const body = eventBody(id, awkwardData[name]);
      const [standard, plain] = [
        standardHeaders(id, body, secret),
        { "x-webhook-signature": signPlainly(body, secret) },
      ];
      for (const headers of [standard, plain]) expect(await post(body, headers)).toBe(204);
      const again = JSON.stringify(JSON.parse(body));
      if (again === body) return;
      for (const headers of [standard, plain]) expect(await post(again, headers)).toBe(401);
    });

    it.each(Object.keys(forged))("rejects a delivery with %s", async (name) => {
      const id = newEventId();
      expect(await post(eventBody(id), forged[name]?.(id, eventBody(id)) ?? {})).toBe(401);
      expect(receiver.output()).not.toContain(id);
    });

    it.each(Object.keys(replayed))("W14: rejects a delivery with %s", async (name) => {
      const id = newEventId();
      expect(await post(eventBody(id), replayed[name]?.(id, eventBody(id)) ?? {})).toBe(401);
      expect(receiver.output()).not.toContain(id);
    });

    it("rejects a GET request and a body larger than any delivery", async () => {
      expect(await post("", {}, "GET")).toBeGreaterThanOrEqual(405);
      const huge = eventBody(newEventId(), `"${"x".repeat(100_000)}"`);
      // Some cut the connection instead of reading on.
      const answer = post(huge, { "x-webhook-signature": signPlainly(huge, secret) }).catch(() => 413);
      expect(await answer).toBeGreaterThanOrEqual(400);
    });

    it("processes an event once if it arrives 20 times at the same moment", async () => {
      const before = (await receiver.worked(0)).length;
      const id = newEventId();
      const headers = standardHeaders(id, eventBody(id), secret);
      const statuses = await Promise.all(Array.from({ length: 20 }, () => post(eventBody(id), headers)));
      expect(new Set(statuses)).toEqual(new Set([204]));
      const last = newEventId();
      await post(eventBody(last), standardHeaders(last, eventBody(last), secret));
      const worked = (await receiver.worked(before + 2)).slice(before);
      expect(worked.sort()).toEqual([id, last].map((one) => `scan.created ${one}`).sort());
    });
  });
}
