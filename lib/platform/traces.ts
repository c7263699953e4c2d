import { oncePerProcess } from "./process-state";

/** What a span tells. Whatever its name, only what `tracing/collector.ts` lists is sent. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  /** `internal` unless told. */
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  attributes?: SpanAttributes;
  /** Spans of other traces that it has to do with, as traceparents; what is none is left out. */
  links?: readonly (string | null)[];
}

interface StartOptions extends SpanOptions {
  /** By `Date.now()`; now unless told. */
  startedAt?: number;
}

/** A step of a trace. Where nothing is traced it takes everything and does nothing. */
export interface Span {
  /** Where it stands (W3C Trace Context); null where nothing is traced. */
  readonly traceParent: string | null;
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** What others have said of it: Next names the template of a page's route. */
  read(attribute: string): unknown;
  /** Marks it as failed, with one of our own words for the reason: never a message, which may repeat what was sent. */
  fail(errorType: string): void;
}

/** A span that its maker ends. */
export interface OpenSpan extends Span {
  end(): void;
}

/** What `tracing/tracer.ts` is once an exporter is set. */
export interface Tracer {
  withSpan<T>(name: string, options: SpanOptions, run: (span: Span) => T): T;
  withSharedSpan<T>(name: string, sharers: readonly Span[], run: () => T): T;
  continueTrace<T>(traceParent: string | null, name: string, options: SpanOptions, run: (span: Span) => T): T;
  startSpan(traceParent: string | null, name: string, options: StartOptions): OpenSpan;
  bind<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R;
  traceParent(): string | null;
  /** Makes a span of each statement that a connection is given within a trace. */
  watchStatements(connection: object): void;
}

/** Both bundles of the process trace by the same one. */
const state = oncePerProcess("traces", () => ({ tracer: undefined as Tracer | undefined }));

const noSpan: OpenSpan = {
  traceParent: null,
  set() {},
  rename() {},
  read: () => undefined,
  fail() {},
  end() {},
};

/** From now on there are traces. Of `tracing/` and of tests alone. */
export function setTracer(tracer: Tracer | undefined): void {
  state.tracer = tracer;
}

/** Whether an exporter is set: everything below does next to nothing where none is. */
export function isTracing(): boolean {
  return state.tracer !== undefined;
}

/** Runs a step of the current trace; its span ends with what `run` returns. Outside a sampled trace it only runs. */
export function withSpan<T>(name: string, options: SpanOptions, run: (span: Span) => T): T {
  const { tracer } = state;
  return tracer === undefined ? run(noSpan) : tracer.withSpan(name, options, run);
}

/** Runs shared work, such as one commit for many requests: a step of the first one's trace, linked to the others'. */
export function withSharedSpan<T>(name: string, sharers: readonly Span[], run: () => T): T {
  const { tracer } = state;
  return tracer === undefined ? run() : tracer.withSharedSpan(name, sharers, run);
}

/** Runs what goes on from another process, or from earlier on; null begins a trace. Linked with what is under way here. */
export function continueTrace<T>(
  traceParent: string | null,
  name: string,
  options: SpanOptions,
  run: (span: Span) => T,
): T {
  const { tracer } = state;
  return tracer === undefined ? run(noSpan) : tracer.continueTrace(traceParent, name, options, run);
}

/** The same without anything that runs in it. */
export function startSpan(traceParent: string | null, name: string, options: StartOptions = {}): OpenSpan {
  return state.tracer?.startSpan(traceParent, name, options) ?? noSpan;
}

/** A callback that runs in the current trace, wherever it is called. */
export function bindTrace<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R {
  return state.tracer === undefined ? call : state.tracer.bind(call);
}

/** Where the trace of this moment stands, sampled or not, as it is handed on; null outside of one. */
export function currentTraceParent(): string | null {
  return state.tracer === undefined ? null : state.tracer.traceParent();
}

/** The id of that trace; undefined outside of one. */
export function currentTraceId(): string | undefined {
  return currentTraceParent()?.slice(3, 35);
}

/** Call it for each connection to the database before its first statement. */
export function watchStatements(connection: object): void {
  state.tracer?.watchStatements(connection);
}
