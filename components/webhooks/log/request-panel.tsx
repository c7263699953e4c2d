import { Fragment } from "react";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { CopyButton } from "../../docs/copy-button";
import { unsentErrors } from "../words";

/** Names, strings, and what else is one value, in the order in which they are looked for. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const block =
  "rounded-control border border-line bg-surface px-3.5 py-3 font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere]";

/** What was sent in an attempt, or will be in the first. */
export function RequestPanel({ delivery, attempt }: { delivery: LogDelivery; attempt: number }) {
  const { body, log, requests, url } = delivery;
  const request = requests[attempt];
  if (request === undefined) return null;
  const made = log[attempt];
  const isUnsent = made !== undefined && unsentErrors.includes(made.error);
  const isToCome = made === undefined && delivery.planned.length > 0;
  const unknown = made === undefined ? "made when it is sent" : "not kept";
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

/** What the signatures that are shown are worth. */
function Proof({ delivery, isAsSent }: { delivery: LogDelivery; isAsSent: boolean }) {
  if (delivery.body === null) return null;
  return (
    <p className="text-small text-ink-3">
      {isAsSent
        ? "We keep no signatures: these are computed again, by the secret of that time."
        : "The webhook was changed after this attempt, or right before it: the address is the one of now, and which secret signed is no longer known."}
    </p>
  );
}

function BodyBlock({ body }: { body: string | null }) {
  if (body === null) {
    return (
      <p className="border-y border-line py-3 text-small text-ink-2">
        The event of this delivery is no longer kept, and its body with it. What came of it stays a while
        longer.
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
        <CopyButton text={body} label="the body as it is sent" />
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
