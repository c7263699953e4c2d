import { context, trace } from "@opentelemetry/api";
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createBatcher } from "../batch-loader";
import {
  bindTrace,
  continueTrace,
  currentTraceId,
  currentTraceParent,
  isTracing,
  setTracer,
  startSpan,
  withSpan,
} from "../traces";
import { cleanSpan, ownScope } from "./collector";
import { createTracer, nameStatement, readTraceParent } from "./tracer";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const sampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const unsampled = sampled.replace(/01$/, "00");

const spanOf = (name: string) => {
  const span = exporter.getFinishedSpans().find((one) => one.name === name);
  if (span === undefined) throw new Error(`no span ${name}`);
  return span;
};

describe("without an exporter", () => {
  it("runs the functions without recording spans", async () => {
    expect(isTracing()).toBe(false);
    expect(withSpan("one", {}, (span) => [span.traceParent, currentTraceParent()])).toEqual([null, null]);
    await expect(continueTrace(sampled, "two", {}, async () => currentTraceId())).resolves.toBeUndefined();
    const call = () => 1;
    expect(bindTrace(call)).toBe(call);
    startSpan(sampled, "three").end();
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});

describe("with an exporter", () => {
  beforeAll(() => {
    provider.register({ propagator: null });
    setTracer(createTracer(provider.getTracer(ownScope)));
  });
  afterEach(() => exporter.reset());
  afterAll(() => {
    setTracer(undefined);
    trace.disable();
    context.disable();
  });

  it("records a step within a trace as its child once it settles, and none outside a trace", async () => {
    expect(withSpan("alone", {}, (span) => span.traceParent)).toBeNull();
    await continueTrace(null, "root", { kind: "server" }, async () => {
      await withSpan("step", { attributes: { "http.route": "/x" } }, async () => {
        expect(exporter.getFinishedSpans()).toEqual([]);
      });
    });
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(["step", "root"]);
    expect(spanOf("step").parentSpanContext?.spanId).toBe(spanOf("root").spanContext().spanId);
  });

  it("continues a given trace and returns the current trace parent", () => {
    const told = continueTrace(sampled, "next", {}, () => [currentTraceId(), currentTraceParent()]);
    const { traceId, spanId } = spanOf("next").spanContext();
    expect(told).toEqual([traceId, `00-${traceId}-${spanId}-01`]);
    expect(traceId).toBe(sampled.slice(3, 35));
  });

  it("does not record an unsampled trace, and passes the flag on", () => {
    const told = continueTrace(unsampled, "next", {}, () => withSpan("step", {}, () => currentTraceParent()));
    expect(told).toMatch(new RegExp(`^${unsampled.slice(0, 36)}[0-9a-f]{16}-00$`));
    expect(exporter.getFinishedSpans()).toEqual([]);
  });

  it("links a span of another trace with the current one", () => {
    continueTrace(null, "call", {}, () => startSpan(sampled, "fan out").end());
    expect(spanOf("fan out").links.map((link) => link.context.spanId)).toEqual([
      spanOf("call").spanContext().spanId,
    ]);
  });

  it("records an error by its type and never by its message", async () => {
    class Refusal extends Error {
      override name = "ServiceError";
      code = "not_found";
    }
    const fail = (error: Error) =>
      continueTrace(null, error.name, {}, () => Promise.reject(error)).catch(() => {});
    await fail(new TypeError("canary"));
    await fail(new Refusal("canary"));
    expect([spanOf("TypeError").status, spanOf("TypeError").attributes]).toEqual([
      { code: 2 },
      { "error.type": "TypeError" },
    ]);
    expect([spanOf("ServiceError").status.code, spanOf("ServiceError").attributes]).toEqual([
      0,
      { "error.type": "not_found" },
    ]);
    expect(exporter.getFinishedSpans().flatMap(({ events }) => events)).toEqual([]);
  });

  it("runs a bound callback in the trace that bound it", () => {
    let call = () => currentTraceId();
    continueTrace(sampled, "waits", {}, () => {
      call = bindTrace(call);
    });
    expect(continueTrace(null, "calls", {}, () => call())).toBe(sampled.slice(3, 35));
  });

  it("keeps callers of a shared batch in their own traces, linked with the batch in both directions", async () => {
    const gather = createBatcher<number, string | undefined>({
      name: "ask",
      ask: async (asked) => asked.map(() => currentTraceId()),
      maxBatch: 9,
      maxRunning: 1,
      maxWaiting: 9,
    });
    const asked = [0, 1, 2].map((at) => continueTrace(null, `root ${at}`, {}, () => gather(at)));
    const first = spanOf.bind(null, "root 0");
    expect(await Promise.all(asked)).toEqual(Array(3).fill(first().spanContext().traceId));
    const trip = spanOf("ask together");
    expect([trip.attributes, trip.links.length]).toEqual([{ "quietzone.batch.size": 3 }, 2]);
    const steps = exporter.getFinishedSpans().filter(({ name }) => name === "ask");
    expect(steps.map(({ links }) => links.map((link) => link.context.spanId))).toEqual([
      [],
      [trip.spanContext().spanId],
      [trip.spanContext().spanId],
    ]);
    // A single request needs no step of its own, and it is not in the trace of an earlier request.
    exporter.reset();
    const alone = await continueTrace(null, "later", {}, () => gather(3));
    expect(alone).toBe(spanOf("later").spanContext().traceId);
  });
});

describe("exported spans", () => {
  it("have listed attributes only, no events or messages, and safe names for other libraries' spans", () => {
    const span = provider.getTracer("next.js").startSpan("GET /codes/canary?canary", {
      attributes: {
        "next.span_type": "BaseServer.handleRequest",
        "http.target": "/canary",
        "next.route": "/codes/[id]",
      },
    });
    span.recordException(new Error("canary"));
    span.setStatus({ code: 2, message: "canary" }).setAttribute("error.type", "canary said so");
    span.end();
    const left = cleanSpan(span as unknown as Parameters<typeof cleanSpan>[0]);
    expect(left.name).toBe("BaseServer.handleRequest /codes/[id]");
    expect(left.attributes).toEqual({
      "next.span_type": "BaseServer.handleRequest",
      "next.route": "/codes/[id]",
      "error.type": "other",
    });
    expect([left.events, left.status, left.spanContext()]).toEqual([[], { code: 2 }, span.spanContext()]);
  });
});

describe("traceparent", () => {
  it.each([
    ["", null],
    ["canary", null],
    [`${sampled}0`, null],
    [`${sampled}-more`, null],
    [sampled.toUpperCase(), null],
    [sampled.replace(/^00/, "ff"), null],
    [`00-${"0".repeat(32)}-b7ad6b7169203331-01`, null],
    [`00-0af7651916cd43dd8448eb211c80319c-${"0".repeat(16)}-01`, null],
    [sampled, 1],
    [unsampled, 0],
    [sampled.replace(/01$/, "03"), 1],
    [`${sampled.replace(/^00/, "01")}-more`, 1],
  ])("reads %s", (text, flags) => {
    expect(readTraceParent(text)?.traceFlags ?? null).toBe(flags);
  });
});

it.each([
  [{ name: "insert_codes", text: "INSERT INTO qr_code VALUES ('canary')" }, "insert_codes"],
  ["BEGIN; SELECT pg_advisory_xact_lock(1)", "BEGIN"],
  ["  SELECT 'canary' FROM account WHERE email = 'canary'", "SELECT account"],
  [{ text: 'SELECT "public"."account"."id" FROM "public"."account" WHERE 1=1' }, "SELECT account"],
  ["update webhook set url = 'canary'", "UPDATE webhook"],
  ["INSERT INTO scan_batch (id) VALUES ('canary')", "INSERT scan_batch"],
  ["COMMIT", "COMMIT"],
  ["'canary'", "statement"],
  [{ submit() {} }, "statement"],
  [undefined, "statement"],
])("nameStatement names a statement by its own name or by keyword and table: %j", (statement, name) => {
  expect(nameStatement(statement)).toBe(name);
});
