import type { Attributes, Context } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Span,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-node";
import { log } from "../log";
import { counter } from "../metrics";
import type { TraceSettings } from "./settings";

/** Spans that wait for the collector at most, a few MB of memory; what ends beyond that is lost. */
const mostWaiting = 4_096;
/** Of one request; writing them takes a few milliseconds, during which nobody else is served. */
const mostTogether = 256;
const everyMs = 1_000;
/** A collector that takes no longer than this has taken nothing. */
const patienceMs = 5_000;

const spans = counter({
  name: "quietzone_trace_spans_total",
  help: "Spans of traces, by what became of them: sent to the collector, or lost since it took none.",
  labels: ["outcome"],
});

type ExportDone = Parameters<SpanExporter["export"]>[1];

/** Says once that spans are lost, and once that they are sent again, however often either comes. */
class Losses {
  #lost = 0;

  add(count: number, err?: Error): void {
    spans.inc({ outcome: "lost" }, count);
    if (this.#lost === 0) {
      log.warn(
        { ...(err && { err }) },
        "the collector of traces takes no spans, or too slowly; they are lost",
      );
    }
    this.#lost += count;
  }

  end(): void {
    if (this.#lost === 0) return;
    log.info({ count: this.#lost }, "the collector of traces takes spans again");
    this.#lost = 0;
  }
}

/** The way to the operator's collector. What is sent is cleaned first; nothing is kept for a collector that is away. */
class Collector implements SpanExporter {
  readonly #inner: SpanExporter;
  readonly #losses: Losses;
  readonly #onTaken: (count: number) => void;

  constructor(inner: SpanExporter, losses: Losses, onTaken: (count: number) => void) {
    this.#inner = inner;
    this.#losses = losses;
    this.#onTaken = onTaken;
  }

  export(ended: ReadableSpan[], done: ExportDone): void {
    this.#onTaken(ended.length);
    this.#inner.export(ended.map(cleanSpan), (result) => {
      // 0: taken.
      if (result.code === 0) {
        spans.inc({ outcome: "sent" }, ended.length);
        this.#losses.end();
      } else this.#losses.add(ended.length, result.error);
      done(result);
    });
  }

  shutdown(): Promise<void> {
    return this.#inner.shutdown();
  }
}

/** Gathers spans that have ended and sends them every second, as many as there is room for. */
class BoundedQueue implements SpanProcessor {
  readonly #losses = new Losses();
  readonly #batches: BatchSpanProcessor;
  #waiting = 0;

  constructor(exporter: SpanExporter) {
    const collector = new Collector(exporter, this.#losses, (count) => {
      this.#waiting -= count;
    });
    this.#batches = new BatchSpanProcessor(collector, {
      maxQueueSize: mostWaiting,
      maxExportBatchSize: mostTogether,
      scheduledDelayMillis: everyMs,
      exportTimeoutMillis: patienceMs + 1_000,
    });
  }

  onStart(span: Span, parent: Context): void {
    this.#batches.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= mostWaiting) {
      this.#losses.add(1);
      return;
    }
    this.#waiting += 1;
    this.#batches.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown();
  }
}

export function createCollector({ endpoint, headers }: TraceSettings): SpanProcessor {
  return new BoundedQueue(new OTLPTraceExporter({ url: endpoint, headers, timeoutMillis: patienceMs }));
}

/** Libraries whose spans are made at all; others' are passed over, and what they do belongs to the span around it. */
export const nextScope = "next.js";
export const ownScope = "quietzone";

/** Everything that a span may tell. None of it comes from a visitor, a customer's content or a query. */
const reported = new Set([
  "db.query.summary",
  "db.response.returned_rows",
  "db.response.status_code",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.request.resend_count",
  "http.response.status_code",
  "http.route",
  "messaging.destination.name",
  "messaging.message.id",
  "messaging.operation.name",
  "messaging.operation.type",
  "messaging.system",
  "next.route",
  "next.span_type",
  "quietzone.batch.size",
  "quietzone.deliveries",
  "quietzone.delivery.attempt",
  "quietzone.delivery.id",
  "quietzone.delivery.status",
  "quietzone.operation",
  "quietzone.picture.format",
  "quietzone.picture.graded",
  "quietzone.request_id",
  "quietzone.webhook.id",
  "server.address",
  "server.port",
  "url.scheme",
]);

const plainWord = /^[\w.-]{1,64}$/;

function pickAttributes(attributes: Attributes): Attributes {
  const picked: Attributes = {};
  for (const name in attributes) {
    if (reported.has(name)) picked[name] = attributes[name];
  }
  const errorType = picked["error.type"];
  if (errorType !== undefined && !plainWord.test(String(errorType))) picked["error.type"] = "other";
  return picked;
}

/** Next names its spans by raw addresses where it knows no route. */
function nameOf({ name, instrumentationScope }: ReadableSpan, attributes: Attributes): string {
  if (instrumentationScope.name === ownScope) return name;
  const { "next.span_type": type = "span", "next.route": route } = attributes;
  return route === undefined ? String(type) : `${type} ${route}`;
}

/** A span as it leaves the process: listed attributes, a status without its message, no events (they are errors). */
export function cleanSpan(span: ReadableSpan): ReadableSpan {
  const attributes = pickAttributes(span.attributes);
  return Object.create(span, {
    name: { value: nameOf(span, attributes) },
    attributes: { value: attributes },
    events: { value: [] },
    status: { value: { code: span.status.code } },
  });
}
