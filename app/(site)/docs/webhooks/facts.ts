import { feedDays, feedEvents } from "@/lib/event-feed/schema";
import { entitlements, plansWithWebhooks } from "@/lib/plans";
import { type AttemptError, type DeliveryStatus, maxWebhooks } from "@/lib/webhooks/schema";

type Facts = readonly (readonly [name: string, fact: string])[];

const say = (number: number) => number.toLocaleString("en-GB");

export const headers: Facts = [
  [
    "`webhook-signature`",
    "`v1,` and the signature of id, time and body in base64; while two secrets overlap, one for each, separated by a space. One match is enough.",
  ],
  [
    "`webhook-timestamp`",
    "When this attempt started, in seconds since 1970. Refuse anything more than 5 minutes off.",
  ],
  ["`webhook-id`", "The event's `id`: the same for every attempt. Process each id once."],
  [
    "`x-webhook-signature`",
    "The signature of the body alone, 64 lowercase hex digits. After a rotation it uses the new secret.",
  ],
  ["`x-webhook-event`", "The event type, for routing. It isn't signed: trust the body's `type`."],
];

export const frameworks: Facts = [
  ["Express", '`express.raw({ type: "application/json" })` on this route: `request.body` is a Buffer.'],
  ["Fastify", '`addContentTypeParser("application/json", { parseAs: "buffer" }, …)` that passes it through.'],
  ["Next.js, Deno, Bun", "`Buffer.from(await request.arrayBuffer())`, before anything reads JSON."],
  ["Flask", "`request.get_data()`"],
  ["Django", "`request.body`, with `@csrf_exempt` on the view."],
  ["FastAPI, Starlette", "`await request.body()`"],
  ["Laravel, Symfony", "`$request->getContent()`"],
  ["Rails", "`request.raw_post`"],
];

export const envelope: Facts = [
  ["`id`", "Of the event, `evt_…`; also in `webhook-id`."],
  [
    "`type`",
    "`scan.created`, `qr.created`, `qr.updated`, `qr.deleted`, `qr.expired`, `quota.reached` or `domain.failing`.",
  ],
  ["`timestamp`", "When it happened, in UTC to the millisecond; not when it is sent."],
  ["`sandbox`", "True for events of sandbox codes."],
  ["`test`", "True in a test that you sent; absent otherwise."],
  [
    "`data`",
    "What happened, as it was at that moment: see below. New members may be added; ignore any you don't know.",
  ],
];

export const answers: Facts = [
  ["2xx", "Delivered, if the response headers are complete within 10 seconds, including DNS lookup and TLS."],
  ["Anything else, or nothing", "Retried. Redirects are not followed: 3xx is a failure, too."],
  [
    "429 or 503 with `Retry-After`",
    "The next attempt waits as long as you say, at most 6% longer. It waits at most an hour and never less than the delays below.",
  ],
  ["410", "You refuse this event: it fails immediately. The webhook stays active."],
  [
    "The body",
    "Optional. Its first 1 KiB is kept with the delivery for you to read; anything beyond 2 KiB is not read.",
  ],
];

interface Set {
  webhookRetryBaseSeconds: number;
  webhookRetryFactor: number;
  webhookPauseAfterHours: number;
  eventRetentionDays: number;
}

export function listRetries({ webhookRetryBaseSeconds: base, webhookRetryFactor: factor }: Set): Facts {
  const delays = [base, base * factor, base * factor ** 2].map(formatDuration);
  return [
    ["First", "Immediately."],
    ["Second", `${delays[0]} after the end of the first, ±10%.`],
    ["Third", `${delays[1]} after that.`],
    ["Fourth", `${delays[2]} after that.`],
    ["After that", "The delivery is `failed`. It is kept, and you can send it again yourself."],
  ];
}

/** A length of time as people say it: 90 → "90 seconds", 300 → "5 minutes". */
function formatDuration(seconds: number): string {
  const units = [
    [3_600, "hour"],
    [60, "minute"],
    [1, "second"],
  ] as const;
  const [size, name] = units.find(([unit]) => seconds >= unit && seconds % unit === 0) ?? units[2];
  const count = seconds / size;
  return `${say(count)} ${name}${count === 1 ? "" : "s"}`;
}

export const order: Facts = [
  [
    "Twice",
    "Your answer can get lost, so an event may arrive again, with the same `id` and the same bytes. Store the ids you have processed for as long as events can arrive: a unique key in your database is enough.",
  ],
  [
    "Out of order",
    "A retried event arrives after newer ones. Let the newest win: compare `timestamp`, or a code's `data.updatedAt` with the one you have.",
  ],
  [
    "How many at a time",
    "One request, then up to 8 while you answer with 2xx within 2 seconds; back to one after a failure. One event is one request.",
  ],
  [
    "No lost events",
    "The event is stored together with its change. It survives crashes and restarts on our side.",
  ],
];

const formatSince = (hours: number) =>
  hours === 0 ? "" : `, the first of them ${formatDuration(hours * 3_600)} ago or longer`;

export const listPauses = ({ webhookPauseAfterHours }: Set): Facts => [
  [
    "By you",
    "PUT `isActive: false`. No request starts after the response, and waiting deliveries are `cancelled`. Deleting the webhook also deletes its history.",
  ],
  [
    "By us",
    `When 20 deliveries in a row have failed${formatSince(webhookPauseAfterHours)}: \`isActive\` is false and \`disabledReason\` is \`consecutive_failures\`. After 5, after 10 and at the pause we email the account's address, each at most once in 24 hours.`,
  ],
  [
    "Other kinds",
    "PUT `events` sets its event types from then on. Earlier events are still sent and retried, even of a type that you left out.",
  ],
];

export const statuses: readonly (readonly [DeliveryStatus, string])[] = [
  ["pending", "Not yet tried."],
  ["retrying", "Failed so far; `nextAttemptAt` says when it is retried."],
  ["delivered", "Answered with 2xx."],
  ["failed", "Given up: all attempts are used, or you answered 410."],
  ["cancelled", "The webhook was paused before it was delivered."],
];

/** What to do about an attempt that failed, for each `error` of a delivery. */
const cures: Record<AttemptError, string> = {
  timeout: "No complete answer within 10 seconds. Answer first and work afterwards.",
  dns_error: "The name doesn't resolve. Look it up from outside your own network.",
  tls_error:
    "The certificate has expired, is for another name or isn't signed by a public authority; or the server doesn't send the intermediate certificates.",
  connection_error: "Nothing is listening, a firewall refuses, or the connection was cut.",
  address_refused: "The name resolves, at least in part, to an address that isn't public.",
  http_status: "You answered, but not with 2xx: see `responseStatus`, and the answer's body in `log`.",
  protocol_error: "The server didn't answer with valid HTTP.",
  lease_lost: "Our own workers crashed 20 times during this delivery. Send it again.",
};

export const faults = Object.entries(cures).map(([error, cure]) => [`\`${error}\``, cure] as const);

export const listLimits = ({ eventRetentionDays: days }: Set): Facts => [
  ["Webhooks", `${maxWebhooks} per account, production and sandbox together.`],
  ["An event", "Under 20 kB of JSON in UTF-8. Pictures are left out: fetch them by the code's `id`."],
  ["What is kept", `Events and deliveries for ${days === 1 ? "a day" : `${say(days)} days`}.`],
  [
    "Plans",
    `${plansWithWebhooks.map((plan) => entitlements[plan].name).join(" and ")}. On other plans webhooks are kept but get no events.`,
  ],
];

export const options: Facts = [
  [
    "`filter`",
    "`qrCodeIds` (at most 100) and `tags` (at most 20): you get `qr.*` and `scan.created` of codes with one of these ids or tags at that moment. Null or empty lists: all codes.",
  ],
  [
    "`headers`",
    "At most 5 headers that each delivery carries, such as `Authorization`. Stored encrypted; responses mask the values. A masked value that you send back keeps the stored one.",
  ],
  [
    "Another host",
    "If you change the host in `url`, the stored headers are removed. Send their values again to keep them.",
  ],
];

export const feed: Facts = [
  [
    "`after`",
    "Omit it to start at the oldest event, or send `now` to start at the next one. Then send each response's `nextCursor` to get every event once. An empty page returns the same cursor.",
  ],
  ["`types`, `limit`", "Kinds of events, separated by commas; 1 to 100 events, 50 unless you say otherwise."],
  [
    "What is kept",
    `${feedDays} days, and at most the newest ${say(feedEvents)} \`qr.*\` events of an account, in production and in the sandbox each.`,
  ],
  ["410 `gone`", "Events after the cursor are no longer kept: start again without it, or with `now`."],
  ["Permissions", "`qr:read` for `qr.*`, `analytics:read` for `scan.created`."],
];

export const addresses: Facts = [
  [
    "https",
    "With a certificate from a public authority for that name. No user name or password in the address.",
  ],
  [
    "Public",
    "We check every address that its name resolves to when you save it, and again at each attempt, which connects only to the checked address.",
  ],
  ["Not this service", "Webhooks can't point to this service."],
  ["Changed", "Waiting deliveries go to the new address, never to the old one."],
];
