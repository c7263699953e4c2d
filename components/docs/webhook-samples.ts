import { go } from "./receivers/go";
import { javascript } from "./receivers/javascript";
import { php } from "./receivers/php";
import { python } from "./receivers/python";

/**
 * Programs of the webhooks page; a test runs them with `API_KEY`, `HOOK_URL`, `WEBHOOK_ID`, `WEBHOOK_SECRET`,
 * `WEBHOOK_SIGNING_SECRET` and `DELIVERY_ID`.
 */
export function writeWebhookSamples(baseUrl: string) {
  const address = `${baseUrl}/api/v1/webhooks`;
  const one = `${address}/$WEBHOOK_ID`;
  return {
    create: `curl -s ${address} \\
  ${key} \\
  ${json} \\
  -d '{"name":"Order system","url":"'$HOOK_URL'","events":["scan.created","qr.updated"]}'`,
    test: `curl -s -X POST ${one}/test \\
  ${key}`,
    deliveries: `curl -s "${one}/deliveries?limit=5" \\
  ${key}`,
    delivery: `curl -s ${one}/deliveries/$DELIVERY_ID \\
  ${key}`,
    retry: `curl -s -X POST ${one}/deliveries/$DELIVERY_ID/retry \\
  ${key}`,
    rotate: `curl -s ${one}/rotate-secret \\
  ${key} \\
  ${json} \\
  -d '{"overlapSeconds":86400}'`,
    resume: `curl -s -X PUT ${one} \\
  ${key} \\
  ${json} \\
  -d '{"isActive":true}'`,
    options: `curl -s -X PUT ${one} \\
  ${key} \\
  ${json} \\
  -d '{"filter":{"tags":["menus"]},"headers":{"Authorization":"Bearer 4f0c8e1b7a9d"}}'`,
    sandboxScan: `curl -s ${baseUrl}/api/v1/sandbox/scans \\
  ${key} \\
  ${json} \\
  -d '{"qrCodeId":"'$ID'"}'`,
    byHand: `printf %s "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET"`,
    library: `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SIGNING_SECRET);
const event = webhook.verify(body, headers); // Throws unless it is genuine.`,
  };
}

const key = '-H "authorization: Bearer $API_KEY"';
const json = "-H 'content-type: application/json'";

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
