import type { Context } from "@opentelemetry/api";
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
import type { TraceSettings } from "../trace-settings";
import { cleanSpan } from "./what-leaves";

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

/** Sends spans to the collector of these settings, as JSON over HTTP. */
export function createCollector({ endpoint, headers }: TraceSettings): SpanProcessor {
  return new BoundedQueue(new OTLPTraceExporter({ url: endpoint, headers, timeoutMillis: patienceMs }));
}
