import { afterAll, describe, expect, inject, it, vi } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "@/clients/typescript/src/index";
import type { Received } from "../../support/webhooks/receiver";
import { openSubscriber } from "../../support/webhooks/subscriber";

const subscriber = await openSubscriber({ baseUrl: inject("baseUrl") });
afterAll(() => subscriber.receiver.close());
await subscriber.newCode("Größe \u2028 ✓");
const delivery = (await subscriber.receiver.waitFor(1))[0] as Received;
const { headers, body } = delivery;
const { secret } = subscriber;

/** The delivery with other headers; undefined leaves one out. */
const withHeaders = (changed: Record<string, string | undefined>) => ({ ...headers, ...changed });
const plain = withHeaders({ "webhook-signature": undefined, "webhook-timestamp": undefined });

describe("verifyWebhook with a real delivery", () => {
  it("returns the event for bytes or text, with Node's headers or a Headers object", async () => {
    const event = await verifyWebhook(body, headers, secret);
    expect(event).toEqual(JSON.parse(body.toString()));
    if (event.type !== "qr.created") throw new Error("another kind");
    expect(event.data.name).toBe("Größe \u2028 ✓");
    const sent = new Headers(
      Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    expect(await verifyWebhook(body.toString(), sent, secret)).toEqual(event);
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );
    expect(await verifyWebhook(new Uint8Array(body).buffer, upper, secret)).toEqual(event);
    const signingSecret = `whsec_${Buffer.from(secret).toString("base64")}`;
    expect(await verifyWebhook(body, headers, signingSecret)).toEqual(event);
  });

  it("W14: accepts the plain signature without a timestamp only with allowUntimed", async () => {
    await expect(verifyWebhook(body, plain, secret)).rejects.toThrow(WebhookVerificationError);
    const told = { now: Date.now() + 1e9, allowUntimed: true };
    expect((await verifyWebhook(body, plain, secret, told)).type).toBe("qr.created");
  });

  it("accepts the old and the new secret during a rotation", async () => {
    const replacement = await subscriber.rotateSecret(600);
    await subscriber.newCode("Second");
    const second = (await subscriber.receiver.waitFor(2))[1] as Received;
    expect(String(second.headers["webhook-signature"]).split(" ")).toHaveLength(2);
    for (const one of [replacement, secret]) {
      expect((await verifyWebhook(second.body, second.headers, one)).type).toBe("qr.created");
    }
    await expect(verifyWebhook(body, headers, replacement)).rejects.toThrow(WebhookVerificationError);
  });

  it("accepts 300 seconds either way, or the given tolerance", async () => {
    const sentAt = Number(headers["webhook-timestamp"]) * 1000;
    for (const seconds of [-300, 0, 300]) {
      expect(await verifyWebhook(body, headers, secret, { now: sentAt + seconds * 1000 })).toBeTruthy();
    }
    for (const seconds of [-301, 301, 1e6]) {
      const late = verifyWebhook(body, headers, secret, { now: sentAt + seconds * 1000 });
      await expect(late).rejects.toThrow("not of the last 300 seconds");
    }
    const strict = { now: sentAt + 2_000, toleranceSeconds: 1 };
    await expect(verifyWebhook(body, headers, secret, strict)).rejects.toThrow("not of the last 1 seconds");
  });

  it.each([
    ["another body", Buffer.concat([body, Buffer.from(" ")]), headers, secret],
    ["another body under the plain signature", Buffer.concat([body, Buffer.from(" ")]), plain, secret],
    ["another secret", body, headers, secret.replace(/./, (first) => (first === "0" ? "1" : "0"))],
    ["another secret with the plain signature", body, plain, `${secret}0`],
    ["another id", body, withHeaders({ "webhook-id": "evt_other" }), secret],
    [
      "another timestamp",
      body,
      withHeaders({ "webhook-timestamp": `${Math.floor(Date.now() / 1000) - 9}` }),
      secret,
    ],
    ["an invalid timestamp", body, withHeaders({ "webhook-timestamp": "soon" }), secret],
    ["no signature", body, {}, secret],
    ["an empty signature", body, withHeaders({ "webhook-signature": "" }), secret],
    [
      "a signature of another version",
      body,
      withHeaders({ "webhook-signature": `v2${String(headers["webhook-signature"]).slice(2)}` }),
      secret,
    ],
    ["malformed signatures", body, withHeaders({ "webhook-signature": "v1,§§§ v1, v1,AAA" }), secret],
    ["a malformed plain signature", body, { "x-webhook-signature": "xyz" }, secret],
    ["only the plain signature valid", body, withHeaders({ "webhook-signature": "v1,AAAA" }), secret],
  ])("rejects %s", async (_, sentBody, sentHeaders, key) => {
    for (const allowUntimed of [false, true]) {
      const verified = verifyWebhook(sentBody, sentHeaders, key, { allowUntimed });
      await expect(verified).rejects.toThrow(WebhookVerificationError);
    }
  });

  it("checks no malformed signature and at most five well-formed ones", async () => {
    const verify = vi.spyOn(crypto.subtle, "verify");
    try {
      const short = Array(1_875).fill("v1,AAAA").join(" ");
      const many = Array(300).fill(`v1,${Buffer.alloc(32).toString("base64")}`);
      const sendWith = (signature: string) =>
        verifyWebhook(body, withHeaders({ "webhook-signature": signature }), secret);
      await expect(sendWith(short)).rejects.toThrow(WebhookVerificationError);
      const hex = { "x-webhook-signature": "00".repeat(33) };
      await expect(verifyWebhook(body, hex, secret, { allowUntimed: true })).rejects.toThrow("not that of");
      expect(verify).toHaveBeenCalledTimes(0);
      await expect(sendWith(many.join(" "))).rejects.toThrow(WebhookVerificationError);
      expect(verify).toHaveBeenCalledTimes(5);
      const genuine = String(headers["webhook-signature"]);
      expect(await sendWith(`${short} ${many.slice(0, 4).join(" ")} ${genuine}`)).toBeTruthy();
    } finally {
      verify.mockRestore();
    }
  });

  // The example of https://www.standardwebhooks.com, whose key is no text.
  it("accepts a signingSecret of any bytes", async () => {
    const signed = {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    };
    const verify = (text: string) =>
      verifyWebhook(text, signed, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", { now: 1_614_265_330_000 });
    expect(await verify('{"test": 2432232314}')).toEqual({ test: 2432232314 });
    await expect(verify('{"test": 1}')).rejects.toThrow(WebhookVerificationError);
  });

  it("rejects an empty secret", async () => {
    await expect(verifyWebhook(body, headers, "")).rejects.toThrow("secret is what the service answered");
  });
});
