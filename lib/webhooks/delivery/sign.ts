import { createHmac } from "node:crypto";

export interface Message {
  /** The event's public id: the same at every attempt and in every delivery of it. */
  id: string;
  type: string;
  /** Seconds since 1970 when this attempt began. */
  timestamp: number;
  body: string;
  /** The secret, and while they overlap the one before it; 64 hex digits each. */
  secrets: readonly [string, ...string[]];
  /** Where the service is. */
  baseUrl: string;
}

/**
 * The headers of a delivery. Both signatures are HMAC-SHA-256 over the exact bytes, keyed with the secret's 64 characters
 * as they are: ours over the body, that of Standard Webhooks over id, time and body.
 */
export function deliveryHeaders({
  id,
  type,
  timestamp,
  body,
  secrets,
  baseUrl,
}: Message): Record<string, string> {
  const standard = secrets.map((secret) => {
    const hmac = createHmac("sha256", secret).update(`${id}.${timestamp}.`).update(body, "utf8");
    return `v1,${hmac.digest("base64")}`;
  });
  return {
    "content-type": "application/json",
    "user-agent": `Quietzone-Webhooks/1.0 (+${baseUrl}/docs/webhooks)`,
    "x-webhook-event": type,
    "x-webhook-signature": createHmac("sha256", secrets[0]).update(body, "utf8").digest("hex"),
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": standard.join(" "),
  };
}
