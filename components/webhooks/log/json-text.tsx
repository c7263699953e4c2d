import { Fragment } from "react";

/** Names, strings, and what else is one value, in the order in which they are looked for. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON over lines, as text alone: whatever it says stays what it says. What is none is shown as it came. */
export function JsonText({ text }: { text: string }) {
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
