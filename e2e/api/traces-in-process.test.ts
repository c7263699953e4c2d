import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { openServices } from "../support/process/services";
import { testTraces } from "../support/trace-story";
import {
  foreign,
  foreignTraceParent,
  isOf,
  openTracedStage,
  type TracedStage,
} from "../support/traced-stage";

const services = openServices();
let traced: TracedStage;

describe("traces of a server that delivers webhooks itself, behind a trusted proxy", () => {
  beforeAll(async () => {
    traced = await openTracedStage(services, { WORKER: "server", TRUSTED_PROXIES: "127.0.0.1, ::1" });
  });
  afterAll(() => traced.close());

  testTraces(() => traced, "quietzone");

  it("continue the trace of a trusted proxy", async () => {
    const { requestId } = await traced.ask(`/api/v1/webhooks`, {
      headers: { traceparent: foreignTraceParent },
    });
    const span = await traced.requestSpan(requestId);
    expect([span.traceId, span.parentSpanId, span.links]).toEqual([foreign.traceId, foreign.spanId, []]);
  });

  it("are not sampled, up to the delivery, when the proxy's trace is not", async () => {
    const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
    await traced.post("Unsampled", { traceparent: `00-${traceId}-00f067aa0ba902b7-00` });
    const { rows } = await sql.query<{ traced: string }>(
      `SELECT trace_parent AS traced FROM event WHERE body LIKE '%"Unsampled"%'`,
    );
    expect(rows[0]?.traced).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    await traced.subscriber.receiver.waitFor(traced.subscriber.receiver.requests.length);
    const { requestId } = await traced.ask(`/api/v1/webhooks`);
    await traced.requestSpan(requestId);
    expect(traced.collector.spans.filter((span) => span.traceId === traceId)).toEqual([]);
  });

  it("are separate for requests that share a commit, each with its event and delivery", async () => {
    const asked = Array.from({ length: 12 }, (_, at) => traced.post(`Shared ${at}`));
    const roots = await Promise.all(
      (await Promise.all(asked)).map(({ requestId }) => traced.requestSpan(requestId)),
    );
    expect(new Set(roots.map(({ traceId }) => traceId)).size).toBe(12);
    await Promise.all(
      roots.map(({ traceId }) =>
        traced.collector.find("of its delivery", isOf("deliver qr.created", { traceId })),
      ),
    );
    const shared = traced.collector.spans.filter(isOf("store code together"));
    expect(shared.length).toBeGreaterThan(0);
    for (const { traceId, spanId, links, attributes } of shared) {
      expect(links).toHaveLength(Number(attributes["quietzone.batch.size"]) - 1);
      for (const link of links) {
        const other = traced.collector.spans.find((span) => span.spanId === link.spanId);
        expect([other?.name, other?.links]).toMatchObject(["store code", [{ traceId, spanId }]]);
      }
    }
  });
});
