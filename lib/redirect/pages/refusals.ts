import { env } from "@/lib/platform/env";
import type { Content } from "./frame";
import { type Html, html } from "./html";
import type { Message, Messages } from "./locales/schema";

export type Refusal =
  | { kind: "unknown" }
  | { kind: "closed"; why: "off" | "expired" | "used_up" | "suspended" | "blocked" }
  | { kind: "not_yet"; startsAt: Date }
  | { kind: "unavailable"; retryAfterSeconds: number }
  | { kind: "throttled"; retryAfterSeconds: number };

/** As `PageContext`. */
interface RefusalContext {
  requestId: string | null;
  startUrl?: string | null;
}

/** The page of an own domain's root. */
export function writeRoot({ root: { title, sentence } }: Messages): Content {
  const main = html`${cropMarks}
<h1>${title}</h1>
<p class="soft">${sentence}</p>`;
  return { status: 200, title, isLost: true, main };
}

/** The page of a code that isn't opened: crop marks around nothing, a sentence, the request's id and one way out. */
export function writeRefusal(refusal: Refusal, context: RefusalContext, words: Messages): Content {
  const { refusals } = words;
  switch (refusal.kind) {
    case "unknown":
      return write(404, refusals.unknown, context, words);
    case "closed":
      return write(410, refusals[refusal.why], context, words);
    case "not_yet": {
      const { title, sentence } = refusals.notYet;
      const time = formatTime(refusal.startsAt, words.locale);
      return write(404, { title, sentence: sentence(time) }, context, words);
    }
    case "unavailable":
      return writeWait(503, refusals.unavailable, refusal.retryAfterSeconds, context, words);
    case "throttled":
      return writeWait(429, refusals.throttled, refusal.retryAfterSeconds, context, words);
  }
}

function writeWait(
  status: number,
  { title, sentence }: Messages["refusals"]["unavailable"],
  retryAfterSeconds: number,
  context: RefusalContext,
  words: Messages,
): Content {
  const message = { title, sentence: sentence(formatWait(retryAfterSeconds, words.locale)) };
  const again = html`<a class="go" href="">${words.again}</a>`;
  return { ...write(status, message, context, words, again), retryAfterSeconds };
}

function write(
  status: number,
  { title, sentence }: Message,
  { requestId, startUrl = `${env.baseUrl}/` }: RefusalContext,
  words: Messages,
  wayOut: Html | undefined = startUrl === null
    ? undefined
    : html`<a class="go quiet" href="${startUrl}">${words.start}</a>`,
): Content {
  return {
    status,
    title,
    isLost: true,
    main: html`${cropMarks}
<h1>${title}</h1>
<p class="soft">${sentence}</p>
${requestId === null ? undefined : html`<p class="mono">${requestId}</p>\n${wayOut}`}`,
  };
}

/** Eight lines of 14, 8 outside the edges of nothing. */
const cropMarks = html`<svg class="marks" width="172" height="172" viewBox="0 0 172 172" aria-hidden="true" stroke="currentColor" shape-rendering="crispEdges"><path d="M22.5 0v14M149.5 0v14M22.5 158v14M149.5 158v14M0 22.5h14M158 22.5h14M0 149.5h14M158 149.5h14"/></svg>`;

/** In UTC and said so: the page doesn't know the visitor's own zone. */
function formatTime(time: Date, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
    hourCycle: "h23",
  });
  return `${format.format(time)} UTC`;
}

/** Seconds up to a minute and a half, then minutes, rounded up. */
function formatWait(seconds: number, locale: string): string {
  const [count, unit] = seconds <= 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
