import { randomUUID } from "node:crypto";
import { ProxyTracerProvider, SpanKind, trace } from "@opentelemetry/api";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  NodeTracerProvider,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  type SamplingResult,
  TraceIdRatioBasedSampler,
} from "@opentelemetry/sdk-trace-node";
import { setTracer } from "../traces";
import { createCollector, nextScope, ownScope } from "./collector";
import type { TraceSettings } from "./settings";
import { createTracer } from "./tracer";

/** At the end of the process the collector has so long to take what is left. */
const farewellMs = 3_000;

const scopes = new Set([ownScope, nextScope]);
const noTracers = new ProxyTracerProvider();

/** Tracers of this service and of Next. Spans of any other library are none, and what happens in them belongs to the one around. */
class KnownTracers extends NodeTracerProvider {
  override getTracer(...named: Parameters<NodeTracerProvider["getTracer"]>) {
    return scopes.has(named[0])
      ? super.getTracer(...named)
      : (noTracers.getTracer(...named) as ReturnType<NodeTracerProvider["getTracer"]>);
  }
}

function createSampler({ kind, ratio, isParentBased }: TraceSettings["sampler"]): Sampler {
  const root =
    kind === "ratio"
      ? new TraceIdRatioBasedSampler(ratio)
      : kind === "on"
        ? new AlwaysOnSampler()
        : new AlwaysOffSampler();
  return new WithinRequests(isParentBased ? new ParentBasedSampler({ root }) : root);
}

/** What Next does at its start and for nobody would be hundreds of traces of one span. */
class WithinRequests implements Sampler {
  constructor(readonly inner: Sampler) {}

  shouldSample(...args: Parameters<Sampler["shouldSample"]>): SamplingResult {
    const [parent, , , kind, attributes] = args;
    const isOfNobody = kind !== SpanKind.SERVER && trace.getSpanContext(parent) === undefined;
    return isOfNobody && attributes["next.span_type"] !== undefined
      ? { decision: SamplingDecision.NOT_RECORD }
      : this.inner.shouldSample(...args);
  }

  toString(): string {
    return `WithinRequests{${this.inner}}`;
  }
}

/** Sets the SDK up. Answers how it is ended: within 3 seconds, whatever the collector does. */
export function startSdk(settings: TraceSettings, serviceName: string): () => Promise<void> {
  const provider = new KnownTracers({
    resource: resourceFromAttributes({
      "service.instance.id": randomUUID(),
      ...settings.resource,
      "service.name": settings.serviceName ?? settings.resource["service.name"] ?? serviceName,
    }),
    sampler: createSampler(settings.sampler),
    spanProcessors: [createCollector(settings)],
  });
  // No propagator: only the front reads a client's trace headers, and Next and others send ours to nobody.
  provider.register({ propagator: null });
  setTracer(createTracer(provider.getTracer(ownScope)));
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, farewellMs);
    });
    await Promise.race([provider.shutdown().catch(() => {}), late]);
    clearTimeout(timer);
  };
}
