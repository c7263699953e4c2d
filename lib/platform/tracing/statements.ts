import { context, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/** What `pg` takes: a text or a statement with its name; values and a callback may follow. */
type Query = (...args: unknown[]) => unknown;
type Done = (error: { code?: unknown } | null, result?: { rowCount?: number | null }) => void;

/** Words by which SQL begins and names its first table. */
const beginning = /^\s*([a-z]{1,32})\b/i;
const firstTable = /\b(?:FROM|INTO|UPDATE|JOIN)\s+"?(?:public"?\."?)?([a-z_]{1,63})\b/i;

/**
 * What a statement is called: its own name, or its first word and first table. Of its text nothing else is told, of its
 * values nothing at all.
 */
export function nameStatement(statement: unknown): string {
  const { name, text } = (typeof statement === "string" ? { text: statement } : (statement ?? {})) as {
    name?: unknown;
    text?: unknown;
  };
  if (typeof name === "string" && name !== "") return name;
  if (typeof text !== "string") return "statement";
  const word = beginning.exec(text)?.[1]?.toUpperCase() ?? "statement";
  const table = firstTable.exec(text)?.[1];
  return table === undefined ? word : `${word} ${table}`;
}

/** Gives the connection a `query` of its own that makes a span of each statement within a trace that is sampled. */
export function watchStatements(connection: object, tracer: Tracer): void {
  const client = connection as { query: Query };
  const plain = client.query.bind(client);
  client.query = (...args) => {
    const active = context.active();
    if (!trace.getSpan(active)?.isRecording()) return plain(...args);
    const name = nameStatement(args[0]);
    const attributes = { "db.system.name": "postgresql", "db.query.summary": name };
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, active);
    const end: Done = (error, result) => {
      if (error) {
        const code = typeof error.code === "string" ? error.code : "unknown";
        span.setAttributes({ "error.type": code, "db.response.status_code": code });
        span.setStatus({ code: SpanStatusCode.ERROR });
      } else if (typeof result?.rowCount === "number") {
        span.setAttribute("db.response.returned_rows", result.rowCount);
      }
      span.end();
    };
    return endWith(plain, args, end);
  };
}

/** The pool hands over a callback, everybody else takes a promise, and a stream is neither. */
function endWith(plain: Query, args: unknown[], end: Done): unknown {
  const callback = args.at(-1);
  if (typeof callback === "function") {
    const answer: Done = (error, result) => {
      end(error, result);
      (callback as Done)(error, result);
    };
    return plain(...args.slice(0, -1), answer);
  }
  const result = plain(...args);
  if (result instanceof Promise) result.then((value) => end(null, value), end);
  else end(null);
  return result;
}
