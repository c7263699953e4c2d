import { Fragment } from "react";
import type { AttemptRecord, LogDelivery, PlannedAttempt } from "@/lib/webhooks/schema";
import { CopyButton } from "../../docs/copy-button";
import { formatDayMonth, formatSeconds, formatTime } from "../../ui/dates";
import { unsentErrors } from "../messages";

/** An attempt may take so long. */
const limitMs = 10_000;

const row =
  "grid w-full grid-cols-[1.25rem_4.25rem_3.75rem_minmax(1rem,1fr)_5rem] items-center gap-x-2 max-sm:gap-x-1.5 border-t border-line px-2 py-1.5 text-left text-small min-h-8 touch:min-h-11";

interface AttemptsProps {
  delivery: LogDelivery;
  chosen: number;
  onChoose: (attempt: number) => void;
  zone: string;
  clockMs: number;
}

export function Attempts({ delivery, chosen, onChoose, zone, clockMs }: AttemptsProps) {
  const { log, planned } = delivery;
  return (
    <section aria-labelledby="attempts-heading" className="mt-6">
      <h3 id="attempts-heading" className="text-body font-semibold">
        Attempts
      </h3>
      <ol className="-mx-2 mt-2">
        {log.map((attempt, at) => (
          <li key={attempt.startedAt}>
            <button
              type="button"
              aria-pressed={chosen === at}
              onClick={() => onChoose(at)}
              className={`${row} focus-visible:-outline-offset-2 aria-pressed:bg-surface ${log.length > 1 ? "hover:bg-surface" : ""}`}
            >
              <Made attempt={attempt} number={at + 1} zone={zone} />
            </button>
          </li>
        ))}
        {planned.map((attempt) => (
          <li key={attempt.attempt} className={`${row} text-ink-3`}>
            <ToCome attempt={attempt} zone={zone} clockMs={clockMs} isNext={attempt === planned[0]} />
          </li>
        ))}
        {log.length === 0 && planned.length === 0 && (
          <li className={`${row} text-ink-3`}>
            <span className="col-span-5">None.</span>
          </li>
        )}
      </ol>
    </section>
  );
}

function Made({ attempt, number, zone }: { attempt: AttemptRecord; number: number; zone: string }) {
  const { startedAt, durationMs, responseStatus, error } = attempt;
  const tone = error === null ? "text-ok" : "text-stop";
  return (
    <>
      <span className="text-ink-2">
        <span className="sr-only">Attempt </span>
        {number}
      </span>
      <span>{formatSeconds(startedAt, zone)}</span>
      <span className={`font-medium ${tone}`}>{responseStatus ?? "None"}</span>
      <Bar durationMs={durationMs} tone={tone} />
      <span className="text-right whitespace-nowrap text-ink-2">{durationMs.toLocaleString("en-GB")} ms</span>
    </>
  );
}

function Bar({ durationMs, tone }: { durationMs: number; tone?: string }) {
  const share = Math.min(1, durationMs / limitMs);
  return (
    <span
      className={`relative block h-2.5 border-b border-line-strong/40 [forced-color-adjust:none] ${tone ?? ""}`}
      aria-hidden
    >
      {durationMs > 0 && (
        <span
          className="absolute inset-y-0 left-0 min-w-0.5 bg-current"
          style={{ width: `${(share * 100).toFixed(2)}%` }}
        />
      )}
    </span>
  );
}

interface ToComeProps {
  attempt: PlannedAttempt;
  zone: string;
  clockMs: number;
  isNext: boolean;
}

function ToCome({ attempt: { attempt, at, isLast }, zone, clockMs, isNext }: ToComeProps) {
  const word = isNext ? "Next" : isLast ? "Last" : "Then";
  return (
    <>
      <span>
        <span className="sr-only">Attempt </span>
        {attempt}
      </span>
      {/* After the next they depend on how the one before goes: told to the minute. */}
      <span>{at === null ? "Now" : isNext ? formatSeconds(at, zone) : formatMinute(at, clockMs, zone)}</span>
      <span>{word}</span>
      <Bar durationMs={0} />
      <span className="text-right whitespace-nowrap">
        {at === null ? "under way" : formatTimeUntil(at, clockMs)}
      </span>
    </>
  );
}

function formatMinute(at: string, clockMs: number, zone: string): string {
  return Date.parse(at) - clockMs > 86_400_000 ? formatDayMonth(at, zone) : formatTime(at, zone);
}

/** `in 4 min`. */
function formatTimeUntil(at: string, clockMs: number): string {
  const seconds = Math.ceil((Date.parse(at) - clockMs) / 1_000);
  if (seconds <= 0) return "due";
  if (seconds < 60) return `in ${seconds} s`;
  if (seconds < 7_200) return `in ${Math.round(seconds / 60)} min`;
  return `in ${Math.round(seconds / 3_600)} h`;
}

const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const block =
  "rounded-control border border-line bg-surface px-3.5 py-3 font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere]";

export function RequestPanel({ delivery, attempt }: { delivery: LogDelivery; attempt: number }) {
  const { body, log, requests, url } = delivery;
  const request = requests[attempt];
  if (request === undefined) return null;
  const made = log[attempt];
  const isUnsent = made !== undefined && unsentErrors.includes(made.error);
  const isToCome = made === undefined && delivery.planned.length > 0;
  const unknown = made === undefined ? "created when it is sent" : "not kept";
  return (
    <div className="grid gap-3 pt-4">
      {(isUnsent || (made === undefined && !isToCome)) && (
        <p className="text-small text-ink-2">Nothing was sent. This is what the request would have been.</p>
      )}
      <pre className={block}>
        <code>
          POST {url}
          {request.headers.map(([name, value]) => (
            <span key={name} className="block">
              <span className="text-accent">{name}:</span>{" "}
              {value ?? <span className="text-ink-3 italic">{unknown}</span>}
            </span>
          ))}
        </code>
      </pre>
      {made !== undefined && <Proof delivery={delivery} isAsSent={request.isAsSent} />}
      <BodyBlock body={body} />
    </div>
  );
}

function Proof({ delivery, isAsSent }: { delivery: LogDelivery; isAsSent: boolean }) {
  if (delivery.body === null) return null;
  return (
    <p className="text-small text-ink-3">
      {isAsSent
        ? "We don't store signatures: these are recomputed with the secret used then."
        : "The webhook changed around the time of this attempt. The address shown is the current one, and we can't tell which secret signed it."}
    </p>
  );
}

function BodyBlock({ body }: { body: string | null }) {
  if (body === null) {
    return (
      <p className="border-y border-line py-3 text-small text-ink-2">
        This delivery's event and body are no longer kept. Its result stays a while longer.
      </p>
    );
  }
  return (
    <figure className="relative min-w-0">
      <figcaption className="sr-only">Body</figcaption>
      <pre className={`${block} text-ink-2`}>
        <code>
          <JsonText text={body} />
        </code>
      </pre>
      <div className="absolute top-1.5 right-1.5 bg-surface">
        <CopyButton text={body} label="the body as sent" />
      </div>
    </figure>
  );
}

/** JSON over lines, as text alone: whatever it says stays what it says. What is none is shown as it came. */
function JsonText({ text }: { text: string }) {
  const pretty = prettify(text);
  if (pretty === null) return text;
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const match of pretty.matchAll(tokens)) {
    const [whole, string, colon] = match;
    parts.push(pretty.slice(end, match.index));
    end = match.index + whole.length;
    if (string === undefined) parts.push(<Tinted key={match.index} tone="text-warn" text={whole} />);
    else if (colon === undefined) parts.push(<Tinted key={match.index} tone="text-ok" text={whole} />);
    else {
      parts.push(
        <Fragment key={match.index}>
          <Tinted tone="text-accent" text={string} />
          {colon}
        </Fragment>,
      );
    }
  }
  parts.push(pretty.slice(end));
  return <>{parts}</>;
}

function Tinted({ tone, text }: { tone: string; text: string }) {
  return <span className={tone}>{text}</span>;
}

function prettify(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return null;
  }
}
