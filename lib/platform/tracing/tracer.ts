import {
  type Attributes,
  type Context,
  context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { OpenSpan, Span, SpanOptions, Tracer } from "../traces";

/** The form of W3C Trace Context that is 55 characters long; versions to come begin alike and may go on. */
const form = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

const sampledFlag = 1;

const kinds: Record<NonNullable<SpanOptions["kind"]>, SpanKind> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

class TracedSpan implements OpenSpan {
  constructor(readonly inner: OtelSpan) {}

  get traceParent(): string | null {
    return writeTraceParent(this.inner.spanContext());
  }

  set(attributes: Attributes): void {
    this.inner.setAttributes(attributes);
  }

  rename(name: string): void {
    this.inner.updateName(name);
  }

  read(attribute: string): unknown {
    return (this.inner as { attributes?: Attributes }).attributes?.[attribute];
  }

  fail(errorType: string): void {
    this.inner.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.inner.end();
  }
}

const notTraced: Span = {
  traceParent: null,
  set() {},
  rename() {},
  read: () => undefined,
  fail() {},
};

/** A word for what was thrown: a refusal is no failure of the service, and its span is none. */
function recordThrown(span: TracedSpan, thrown: unknown): void {
  const { name, code } = (thrown ?? {}) as { name?: unknown; code?: unknown };
  const word = typeof code === "string" ? code : typeof name === "string" ? name : "unknown";
  if (name === "ServiceError") span.set({ "error.type": word });
  else span.fail(word);
}

/** Runs in a span until what it returns has settled. */
function runIn<T>(inner: OtelSpan, parent: Context, run: (span: Span) => T): T {
  const span = new TracedSpan(inner);
  const settle = (thrown?: { error: unknown }) => {
    if (thrown !== undefined) recordThrown(span, thrown.error);
    span.end();
  };
  try {
    const result = context.with(trace.setSpan(parent, inner), run, undefined, span);
    if (!(result instanceof Promise)) {
      settle();
      return result;
    }
    return result.then(
      (value: unknown) => {
        settle();
        return value;
      },
      (error: unknown) => {
        settle({ error });
        throw error;
      },
    ) as T;
  } catch (error) {
    settle({ error });
    throw error;
  }
}

function activeSpan(): OtelSpan | undefined {
  return trace.getSpan(context.active());
}

function isOf(span: Span): span is TracedSpan {
  return span instanceof TracedSpan && span.inner.isRecording();
}

const linkTo = (span: OtelSpan) => ({ context: span.spanContext() });

export function createTracer(otel: OtelTracer): Tracer {
  function start(
    parent: Context,
    name: string,
    { kind = "internal", attributes, links = [], startedAt }: SpanOptions & { startedAt?: number },
  ): OtelSpan {
    const linked = links.map((text) => readTraceParent(text)).filter((read) => read !== null);
    return otel.startSpan(
      name,
      {
        kind: kinds[kind],
        ...(attributes && { attributes }),
        ...(startedAt !== undefined && { startTime: startedAt }),
        links: linked.map((linkedContext) => ({ context: linkedContext })),
      },
      parent,
    );
  }

  /** Where a trace is taken up that is not the one under way; linked with that. */
  function contextOf(traceParent: string | null): Context {
    const read = readTraceParent(traceParent);
    return read === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, read);
  }

  function startElsewhere(
    traceParent: string | null,
    name: string,
    options: SpanOptions & { startedAt?: number },
  ): OtelSpan {
    const here = activeSpan();
    const links = [...(options.links ?? [])];
    if (here?.isRecording() && here.spanContext().traceId !== traceParent?.slice(3, 35)) {
      links.push(writeTraceParent(here.spanContext()));
    }
    return start(contextOf(traceParent), name, { ...options, links });
  }

  return {
    withSpan(name, options, run) {
      const active = context.active();
      return trace.getSpan(active)?.isRecording()
        ? runIn(start(active, name, options), active, run)
        : run(notTraced);
    },
    withSharedSpan(name, sharers, run) {
      const [first, ...others] = sharers.filter(isOf);
      if (first === undefined) return context.with(ROOT_CONTEXT, run);
      const parent = trace.setSpan(ROOT_CONTEXT, first.inner);
      if (sharers.length === 1) return context.with(parent, run);
      const attributes = { "quietzone.batch.size": sharers.length };
      const shared = start(parent, name, { attributes });
      for (const { inner } of others) {
        shared.addLink(linkTo(inner));
        inner.addLink(linkTo(shared));
      }
      return runIn(shared, parent, run);
    },
    continueTrace: (traceParent, name, options, run) =>
      runIn(startElsewhere(traceParent, name, options), ROOT_CONTEXT, run),
    startSpan: (traceParent, name, options) => new TracedSpan(startElsewhere(traceParent, name, options)),
    bind: (call) => context.bind(context.active(), call),
    traceParent() {
      const spanContext = activeSpan()?.spanContext();
      return spanContext === undefined ? null : writeTraceParent(spanContext);
    },
    watchStatements: (connection) => watchStatements(connection, otel),
  };
}

/** Null: it is none. */
export function readTraceParent(text: string | null | undefined): SpanContext | null {
  const [, version, traceId, spanId, flags] = form.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return null;
  if (version === "00" && text?.length !== 55) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? "", 16) & sampledFlag, isRemote: true };
}

function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & sampledFlag}`;
}

/** What `pg` takes: a text or a statement with its name; values and a callback may follow. */
type Query = (...args: unknown[]) => unknown;
type Done = (error: { code?: unknown } | null, result?: { rowCount?: number | null }) => void;

/** Words by which SQL begins and names its first table. */
const beginning = /^\s*([a-z]{1,32})\b/i;
const firstTable = /\b(?:FROM|INTO|UPDATE|JOIN)\s+"?(?:public"?\."?)?([a-z_]{1,63})\b/i;

/** Names a statement by its own name, or by its first word and first table. Nothing else of it is exported. */
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
function watchStatements(connection: object, tracer: OtelTracer): void {
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
