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

describe("traces of a server and a separate worker", () => {
  beforeAll(async () => {
    traced = await openTracedStage(services);
    await traced.stage.startWorker();
  });
  afterAll(() => traced.close());

  testTraces(() => traced, "quietzone-worker");

  it("have a span for each delivery attempt, with the error of a failed one", async () => {
    traced.subscriber.receiver.respond([{ status: 500 }, {}]);
    await traced.subscriber.newCode("Again");
    const failed = await traced.collector.find(
      "of a failed attempt",
      isOf("deliver qr.created", { status: 2 }),
    );
    expect(failed.attributes).toMatchObject({
      "http.response.status_code": 500,
      "error.type": "500",
      "quietzone.delivery.status": "retrying",
    });
    const { traceId, parentSpanId } = failed;
    const second = await traced.collector.find(
      "of the next attempt",
      isOf("deliver qr.created", { status: 0, traceId }),
    );
    expect(second.parentSpanId).toBe(parentSpanId);
    expect(second.attributes).toMatchObject({
      "quietzone.delivery.attempt": 2,
      "http.request.resend_count": 1,
    });
  });

  it("mark an internal failure as an error, with the request id of its response", async () => {
    await sql.query("ALTER TABLE webhook RENAME TO webhook_away");
    const { status, requestId } = await traced.ask(`/api/v1/webhooks`, {
      headers: { authorization: `Bearer ${traced.subscriber.apiKey}` },
    });
    await sql.query("ALTER TABLE webhook_away RENAME TO webhook");
    expect(status).toBe(500);
    const span = await traced.requestSpan(requestId);
    expect([span.name, span.status, span.attributes["error.type"]]).toEqual([
      "GET /api/v1/webhooks",
      2,
      "500",
    ]);
    const statement = await traced.collector.find(
      "of what failed",
      ({ traceId, attributes }) =>
        traceId === span.traceId && attributes["db.response.status_code"] === "42P01",
    );
    expect(statement.status).toBe(2);
    const lines = traced.stage.server.output().split("\n");
    const told = lines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line).trace_id);
    expect(told).toEqual([span.traceId, span.traceId]);
  });

  it("do not mark a refused request as an error", async () => {
    const { requestId } = await traced.ask(`/api/v1/webhooks`, {
      headers: { authorization: "Bearer qz_live_none" },
    });
    const span = await traced.requestSpan(requestId);
    expect([span.status, span.attributes["http.response.status_code"]]).toEqual([0, 401]);
  });

  it("link to a stranger's trace without continuing it", async () => {
    const { requestId } = await traced.ask(`/api/v1/webhooks`, {
      headers: { traceparent: foreignTraceParent },
    });
    const span = await traced.requestSpan(requestId);
    expect(span.traceId).not.toBe(foreign.traceId);
    expect(span.parentSpanId).toBeUndefined();
    expect(span.links).toMatchObject([foreign]);
  });

  it("include a page's rendering, with the route's template as name", async () => {
    const { requestId } = await traced.ask(`/docs/api?secret=query`);
    const { traceId, spanId, name } = await traced.requestSpan(requestId);
    expect(name).toBe("GET /docs/api");
    const rendered = await traced.collector.find(
      "of Next",
      isOf(/^BaseServer\.handleRequest \/docs\/api/, { traceId }),
    );
    const inThread = await traced.collector.find("of their thread", isOf("render page", { traceId }));
    expect([rendered.parentSpanId, inThread.parentSpanId]).toEqual([inThread.spanId, spanId]);
  });

  it("leave out probes, files and sweeps", async () => {
    await traced.ask(`/api/health/ready`);
    const { requestId } = await traced.ask(`/api/v1/webhooks`);
    await traced.requestSpan(requestId);
    const roots = traced.collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(roots.filter(({ kind }) => kind !== 2)).toEqual([]);
    expect(roots.filter(({ name }) => /health|LoadComponents/.test(name))).toEqual([]);
  });

  it("send no trace headers to webhook receivers or clients", async () => {
    const answer = await fetch(`${traced.stage.baseUrl}/api/v1/webhooks`);
    expect([...answer.headers.keys()].filter((name) => /trace|baggage/.test(name))).toEqual([]);
    for (const { headers } of traced.subscriber.receiver.requests) {
      expect(Object.keys(headers).filter((name) => /trace|baggage/.test(name))).toEqual([]);
    }
  });
});
