import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { newSecret, toSigningSecret } from "../secret";
import { deliveryHeaders, type Message } from "./sign";

const secret = "0123456789abcdef".repeat(4);
const now = () => Math.floor(Date.now() / 1_000);
const message = (change: Partial<Message> = {}): Message => ({
  id: "evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47",
  type: "scan.created",
  timestamp: now(),
  body: `{"id":"evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47","data":{"name":"Größe 1.50 ✅ \u2028"}}`,
  secrets: [secret],
  baseUrl: "https://qr.example.com",
  ...change,
});
const verify = (key: string, { body }: Message, headers: Record<string, string>) =>
  new Webhook(key, { format: "raw" }).verify(body, headers);

describe("deliveryHeaders", () => {
  it("names the event type, the sender and both signatures", () => {
    const sent = message({ timestamp: 1_795_253_400 });
    const signed = `${sent.id}.1795253400.${sent.body}`;
    expect(deliveryHeaders(sent)).toEqual({
      "content-type": "application/json",
      "user-agent": "Quietzone-Webhooks/1.0 (+https://qr.example.com/docs/webhooks)",
      "x-webhook-event": "scan.created",
      "x-webhook-signature": createHmac("sha256", secret).update(Buffer.from(sent.body)).digest("hex"),
      "webhook-id": sent.id,
      "webhook-timestamp": "1795253400",
      "webhook-signature": `v1,${createHmac("sha256", secret).update(Buffer.from(signed)).digest("base64")}`,
    });
  });

  it("is verified by the Standard Webhooks library, which rejects another secret or body", () => {
    const sent = message();
    const headers = deliveryHeaders(sent);
    expect(verify(secret, sent, headers)).toEqual(JSON.parse(sent.body));
    expect(new Webhook(toSigningSecret(secret)).verify(sent.body, headers)).toEqual(JSON.parse(sent.body));
    expect(() => verify(newSecret(), sent, headers)).toThrow();
    expect(() => verify(secret, { ...sent, body: sent.body.replace("1.50", "1.5") }, headers)).toThrow();
  });

  it("adds a signature by the previous secret during an overlap, after the one by the new secret", () => {
    const before = newSecret();
    const sent = message({ secrets: [secret, before] });
    const headers = deliveryHeaders(sent);
    for (const key of [secret, before]) expect(verify(key, sent, headers)).toBeTruthy();
    const alone = deliveryHeaders({ ...sent, secrets: [secret] });
    expect(headers["webhook-signature"]?.split(" ")[0]).toBe(alone["webhook-signature"]);
    expect(headers["x-webhook-signature"]).toBe(alone["x-webhook-signature"]);
  });

  it("W14: signs id and timestamp, so a replay fails after five minutes or under another id", () => {
    const sent = message();
    const headers = deliveryHeaders(sent);
    for (const change of [{ "webhook-id": "evt_0" }, { "webhook-timestamp": String(sent.timestamp + 1) }]) {
      expect(() => verify(secret, sent, { ...headers, ...change })).toThrow("No matching signature");
    }
    const old = message({ timestamp: now() - 301 });
    expect(() => verify(secret, old, deliveryHeaders(old))).toThrow("too old");
    const fresh = message({ timestamp: now() - 240 });
    expect(verify(secret, fresh, deliveryHeaders(fresh))).toBeTruthy();
  });
});
