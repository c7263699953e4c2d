import { inject } from "vitest";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import type { openServices } from "./process/services";
import { type ExportedSpan, TraceCollector } from "./trace-collector";
import { openSubscriber, type Subscriber } from "./webhooks/subscriber";
import { openWorkerStage, type WorkerStage } from "./webhooks/worker-stage";

/** A trace that somebody else has begun. */
export const foreign = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };
export const foreignTraceParent = `00-${foreign.traceId}-${foreign.spanId}-01`;

export const isOf =
  (name: string | RegExp, more: Partial<ExportedSpan> = {}) =>
  (span: ExportedSpan) =>
    (typeof name === "string" ? span.name === name : name.test(span.name)) &&
    Object.entries(more).every(([key, value]) => span[key as keyof ExportedSpan] === value);

/** A service whose traces are looked at, with an account and its webhook. */
export class TracedStage {
  constructor(
    readonly collector: TraceCollector,
    readonly stage: WorkerStage,
    readonly subscriber: Subscriber,
  ) {}

  /** One request; the id by which its trace is found. */
  async ask(path: string, init: RequestInit = {}): Promise<{ status: number; requestId: string }> {
    const response = await fetch(this.stage.baseUrl + path, { redirect: "manual", ...init });
    await response.arrayBuffer();
    return { status: response.status, requestId: response.headers.get("x-request-id") ?? "" };
  }

  /** A new code, by the account's key. */
  post(name: string, headers: Record<string, string> = {}): Promise<{ status: number; requestId: string }> {
    const authorization = `Bearer ${this.subscriber.apiKey}`;
    return this.ask("/api/v1/qr-codes", {
      method: "POST",
      headers: { authorization, "content-type": "application/json", ...headers },
      body: JSON.stringify({ name, type: "url", content: "https://example.com/" }),
    });
  }

  requestSpan(requestId: string): Promise<ExportedSpan> {
    return this.collector.find(
      requestId,
      ({ attributes }) => attributes["quietzone.request_id"] === requestId,
    );
  }

  async close(): Promise<void> {
    await this.stage.server.stop();
    await closeDatabase();
    await this.stage.close();
    await this.collector.close();
    setDatabaseUrl(inject("databaseUrl"));
  }
}

export async function openTracedStage(
  services: ReturnType<typeof openServices>,
  settings: Record<string, string> = {},
): Promise<TracedStage> {
  const collector = await new TraceCollector().open();
  const stage = await openWorkerStage(services, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    LOG_LEVEL: "info",
    ...settings,
  });
  const subscriber = await openSubscriber(stage, { events: ["qr.created", "scan.created"] });
  return new TracedStage(collector, stage, subscriber);
}
