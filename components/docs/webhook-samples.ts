import { go } from "./receiver-go";
import { javascript, php, python } from "./receivers";
import type { SampleRequest } from "./request-samples";

/**
 * Programs of the webhooks page; a test runs them with `API_KEY`, `HOOK_URL`, `WEBHOOK_ID`, `WEBHOOK_SECRET`,
 * `WEBHOOK_SIGNING_SECRET`, `DELIVERY_ID`, `SINCE` and `CURSOR`.
 */
export function listWebhookRequests(baseUrl: string) {
  const address = `${baseUrl}/api/v1/webhooks`;
  const one = `${address}/$WEBHOOK_ID`;
  const delivery = `${one}/deliveries/$DELIVERY_ID`;
  return {
    create: {
      url: address,
      key,
      body: `{"name":"Order system","url":"$HOOK_URL","events":["scan.created","qr.updated"]}`,
    },
    test: { method: "POST", url: `${one}/test`, key },
    deliveries: { url: `${one}/deliveries?limit=5`, key },
    delivery: { url: delivery, key },
    retry: { method: "POST", url: `${delivery}/retry`, key },
    retryFailed: {
      url: `${one}/deliveries/retry`,
      key,
      body: `{"since":"$SINCE","status":"failed"}`,
    },
    events: { url: `${baseUrl}/api/v1/events?types=qr.updated,scan.created&after=$CURSOR`, key },
    rotate: { url: `${one}/rotate-secret`, key, body: `{"overlapSeconds":86400}` },
    resume: { method: "PUT", url: one, key, body: `{"isActive":true}` },
    options: {
      method: "PUT",
      url: one,
      key,
      body: `{"filter":{"tags":["menus"]},"headers":{"Authorization":"Bearer 4f0c8e1b7a9d"}}`,
    },
    sandboxScan: { url: `${baseUrl}/api/v1/sandbox/scans`, key, body: `{"qrCodeId":"$ID"}` },
  } as const satisfies Record<string, SampleRequest>;
}

/** What checks a signature: by hand, and by the library of Standard Webhooks. */
export function writeSignatureSamples() {
  return {
    byHand: `printf %s "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"`,
    library: `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SIGNING_SECRET);
const event = webhook.verify(body, headers); // Throws unless it is genuine.`,
  };
}

const key = "API_KEY";

/** The receivers, in the order in which they are offered. */
export const receivers = [
  { name: "JavaScript", file: "webhook.mjs", language: "js", text: javascript },
  { name: "Python", file: "webhook.py", language: "py", text: python },
  { name: "Go", file: "webhook.go", language: "go", text: go },
  { name: "PHP", file: "webhook.php", language: "php", text: php },
] as const;

/** What the two signatures are, as a formula. */
export const formula = `webhook-signature    v1,base64(HMAC-SHA-256(secret, webhook-id + "." + webhook-timestamp + "." + body))
x-webhook-signature  hex(HMAC-SHA-256(secret, body))`;

/** The web server in front of a receiver, for Caddy. */
export const caddyfile = `hooks.example.com {
	reverse_proxy 127.0.0.1:8080
}`;
