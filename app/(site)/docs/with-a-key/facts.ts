import { maxKeys } from "@/lib/api-keys/schema";
import { maxBulkItems } from "@/lib/codes/schema";
import { entitlements } from "@/lib/plans";

const { developer, pro } = entitlements;
const say = (number: number) => number.toLocaleString("en-GB");

type Facts = readonly (readonly [name: string, fact: string])[];

export const idempotency: Facts = [
  [
    "The header",
    "`Idempotency-Key`, 1 to 255 printable ASCII characters on any POST; a UUID does. It counts for this path, account and environment alone, for 24 hours.",
  ],
  [
    "The same body again",
    "The answer of the first time, byte for byte, with `Idempotent-Replayed: true`. Nothing is done twice, whatever has become of the code since.",
  ],
  ["Another body", "422 `idempotency_key_reused`. A new request needs a new key."],
  [
    "The first still runs",
    "409 `idempotency_in_progress`; send it again after `Retry-After` seconds. After a crash of the service that lasts 60 seconds at most.",
  ],
  [
    "What was refused",
    "Isn't kept, nor is a dry run: correct the body or wait, and the same key works. A replay counts against the limit like any call.",
  ],
];

export const permissions: Facts = [
  ["`qr:read`", "GET of codes and their pictures."],
  ["`qr:write`", "Making, changing and deleting codes, singly and in bulk. It counts as holding `qr:read`."],
  ["`analytics:read`", "Analytics and scans."],
  ["`webhooks:manage`", "Everything about webhooks."],
  ["All four", "Making, changing, rotating and deleting keys. Listing keys needs none."],
];

export const refusals: Facts = [
  [
    "401",
    "`missing_api_key`, `invalid_api_key`, `inactive_api_key`, `expired_api_key`. From one address at most 60 a minute, then 429; a valid key is served all the same.",
  ],
  [
    "403 `plan_required`",
    "The account is on Free or Starter. Its keys are kept, and its printed codes go on working.",
  ],
  ["403 `insufficient_permission`", "`details` names the permission as `requiredPermission`."],
  ["429 `rate_limited`", "Wait exactly `Retry-After` seconds; the call then succeeds."],
  ["415, 413, 400", "The body, its size, its fields, with the bounds of each."],
  ["404 `not_found`", "There is no such code, or it isn't this account's."],
  ["403 `quota_exceeded`", "All codes, dynamic codes or keys are used. What is there goes on working."],
];

export const limits: Facts = [
  [
    "Requests",
    `${say(pro.apiRequestsPerHour)} an hour for an account on ${developer.name} or ${pro.name}, and for each key its own \`rateLimit\`. \`X-RateLimit-Limit\`, \`-Remaining\` and \`-Reset\` describe the one that is nearer to its limit.`,
  ],
  ["Codes", `${say(pro.codes)} on ${developer.name} and ${pro.name}, all of them dynamic if you like.`],
  [
    "A bulk call",
    `1 to ${maxBulkItems} items, 10 MiB of JSON with at most 100,000 values; deleting: 64 kB. Any other body: 1 MiB, 5,000 values.`,
  ],
  ["Size", "64 to 4,096 pixels, and at least 2 pixels a module."],
  ["Frames", "Part of Pro. Elsewhere the code is kept without one, and a warning says so."],
  ["Keys", `${maxKeys} that are switched on and have not expired.`],
];
