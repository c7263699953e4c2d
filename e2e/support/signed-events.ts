import { createHmac, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Deliveries as the service sends them, signed here by node:crypto and by the library of Standard Webhooks. */

/** Seconds of now, and what is so far from it. */
export const stampOf = (shift = 0) => String(Math.floor(Date.now() / 1000) + shift);

export const newSecretText = () => randomBytes(32).toString("hex");
export const newEventId = () => `evt_${randomBytes(16).toString("hex")}`;

export function eventBody(id: string, data = '{"name":"Menu, table 4"}'): string {
  return `{"id":"${id}","type":"scan.created","timestamp":"2026-01-02T03:04:05.678Z","sandbox":false,"data":${data}}`;
}

/** The value of `x-webhook-signature`. */
export function signPlainly(body: string, secret: string): string {
  return createHmac("sha256", secret).update(body).digest("hex");
}

/** The value of `webhook-signature` by one secret. */
export function signByStandard(id: string, timestamp: string, body: string, secret: string): string {
  return new Webhook(secret, { format: "raw" }).sign(id, new Date(Number(timestamp) * 1000), body);
}

/** The headers of Standard Webhooks. */
export function standardHeaders(id: string, body: string, secret: string, timestamp = stampOf()) {
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signByStandard(id, timestamp, body, secret),
  };
}

/** Data that is another text once it is parsed and written again, or read as another encoding. */
export const awkwardData: Record<string, string> = {
  "line separators": '{"name":"a\u2028b\u2029c"}',
  "emoji beyond the first plane": '{"name":"👩🏽‍🍳 café \\u0000"}',
  floats: '{"a":1.0,"b":1e21,"c":-0,"d":0.1000,"e":12345678901234567890}',
  "keys in an order of their own": '{"b":1,"a":2,"10":3,"9":4,"__proto__":5}',
  escapes: '{"name":"\\u0041\\/\\u00e9\\ud83d\\ude00"}',
  spaces: '{ "name" :\t"x"\r\n}',
  "a key twice": '{"name":"one","name":"two"}',
};
