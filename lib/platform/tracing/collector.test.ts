import { context, trace } from "@opentelemetry/api";
import { BasicTracerProvider } from "@opentelemetry/sdk-trace-node";
import { afterEach, expect, it, vi } from "vitest";
import { TraceCollector } from "@/e2e/support/trace-collector";
import { log } from "../log";
import { registry } from "../metrics";
import { createCollector } from "./collector";

const settings = {
  headers: {},
  serviceName: undefined,
  resource: {},
  sampler: { kind: "on", isParentBased: true, ratio: 1 } as const,
};

afterEach(() => {
  vi.restoreAllMocks();
  trace.disable();
  context.disable();
});

async function countSpans(outcome: string): Promise<number> {
  const metric = await registry.getSingleMetric("quietzone_trace_spans_total")?.get();
  return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

it("drops spans beyond the queue's limit while the collector hangs, and logs it once", async () => {
  const collector = await new TraceCollector().open();
  collector.mood = "hang";
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  const queue = createCollector({ ...settings, endpoint: `${collector.url}/v1/traces` });
  const tracer = new BasicTracerProvider({ spanProcessors: [queue] }).getTracer("quietzone");
  const before = await countSpans("lost");
  for (let at = 0; at < 10_000; at += 1) tracer.startSpan("step").end();
  // One request of 256 is under way, 4,096 wait, the others are lost.
  expect((await countSpans("lost")) - before).toBe(10_000 - 4_096 - 256);
  expect(warn).toHaveBeenCalledTimes(1);
  const sent = await countSpans("sent");
  collector.mood = "take";
  await collector.close();
  await queue.shutdown().catch(() => {});
  expect(await countSpans("sent")).toBe(sent);
  expect(warn).toHaveBeenCalledTimes(1);
});

it("counts spans that the collector accepts as sent, without unlisted attributes", async () => {
  const collector = await new TraceCollector().open();
  const queue = createCollector({ ...settings, endpoint: `${collector.url}/v1/traces` });
  const tracer = new BasicTracerProvider({ spanProcessors: [queue] }).getTracer("quietzone");
  const before = await countSpans("sent");
  tracer
    .startSpan("step", { attributes: { "url.full": "https://canary.example/", "http.route": "/x" } })
    .end();
  await queue.forceFlush();
  expect((await countSpans("sent")) - before).toBe(1);
  expect(collector.spans).toMatchObject([{ name: "step", attributes: { "http.route": "/x" } }]);
  expect(collector.raw).not.toContain("canary");
  await queue.shutdown();
  await collector.close();
});
