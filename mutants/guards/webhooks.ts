import type { Guard } from "@/mutants/guard";

/** Signatures, leases and addresses of deliveries. */
export const webhookGuards: readonly Guard[] = [
  {
    name: "a delivery is signed with the webhook's secret",
    file: "lib/webhooks/delivery/sign.ts",
    find: 'createHmac("sha256", secrets[0]).update(body, "utf8")',
    replace: 'createHmac("sha256", "").update(body, "utf8")',
    tests: ["lib/webhooks/delivery/sign.test.ts"],
  },
  {
    name: "a signature covers the id and the time",
    file: "lib/webhooks/delivery/sign.ts",
    find: ".update(`${id}.${timestamp}.`)",
    replace: "",
    tests: ["lib/webhooks/delivery/sign.test.ts"],
  },
  {
    name: "an older secret stops signing at the end of its overlap",
    file: "lib/webhooks/delivery/queries.claim.ts",
    find: "CASE WHEN w.previous_secret_until > now() THEN w.previous_secret END",
    replace: "w.previous_secret",
    tests: ["lib/webhooks/delivery/send.db.test.ts"],
    only: "overlap",
  },
  {
    name: "a worker that lost its lease settles nothing",
    file: "lib/webhooks/delivery/queries.result.ts",
    find: "FROM delivery AS d JOIN result ON d.id = result.id AND d.lease_token = result.token",
    replace: "FROM delivery AS d JOIN result ON d.id = result.id AND result.token IS NOT NULL",
    tests: ["lib/webhooks/delivery/claim.db.test.ts"],
    only: "W4",
  },
  {
    name: "a worker that lost its lease sends nothing",
    file: "lib/webhooks/delivery/queries.claim.ts",
    find: "d.lease_token = claim.token AND d.due_at > now()",
    replace: "claim.token IS NOT NULL AND d.due_at > now()",
    tests: ["lib/webhooks/delivery/confirm.db.test.ts"],
    only: "W4",
  },
  {
    name: "nothing is sent to a webhook's earlier address",
    file: "lib/webhooks/delivery/queries.claim.ts",
    find: " AND w.xmin::text = claim.version",
    replace: " AND claim.version IS NOT NULL",
    tests: ["lib/webhooks/delivery/confirm.db.test.ts"],
    only: "W9",
  },
  {
    name: "a delivery is claimed by one worker",
    file: "lib/webhooks/delivery/queries.claim.ts",
    find: "due_at = CASE WHEN chosen.ending IS NULL THEN now() + interval '${leaseSeconds} seconds' END",
    replace: "due_at = CASE WHEN chosen.ending IS NULL THEN now() END",
    tests: ["lib/webhooks/delivery/claim.db.test.ts"],
    only: "W4",
  },
  {
    name: "a new webhook's address is checked",
    file: "lib/webhooks/webhooks.ts",
    find: "await requirePublicUrl(input.url);",
    replace: "",
    tests: ["lib/webhooks/webhooks.db.test.ts"],
  },
  {
    name: "a signing secret decrypts only in its webhook's row",
    file: "lib/webhooks/secret.ts",
    find: "return encryptText(secret, `webhook-secret:${webhookId}`);\n}\n\n/** Throws where the encryption key is another. */\nexport function decryptSecret(webhookId: string, sealed: Buffer): string {\n  return decryptText(sealed, `webhook-secret:${webhookId}`);",
    replace:
      'return encryptText(secret, "webhook-secret");\n}\n\nexport function decryptSecret(_: string, sealed: Buffer): string {\n  return decryptText(sealed, "webhook-secret");',
    tests: ["lib/webhooks/webhooks.db.test.ts"],
  },
];
