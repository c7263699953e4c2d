import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { until } from "./webhooks/subscriber";

/** A span as it was exported. */
export interface ExportedSpan {
  /** `service.name` of the process that made it. */
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  /** 0 unset, 2 error. */
  status: number;
  attributes: Record<string, string | number | boolean>;
  links: { traceId: string; spanId: string }[];
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean };
}

type OtlpSpan = Omit<ExportedSpan, "service" | "attributes" | "status"> & {
  attributes: Attribute[];
  status?: { code?: number };
};

interface OtlpRequest {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ""]));

function readSpans(body: string): ExportedSpan[] {
  return (JSON.parse(body) as OtlpRequest).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)["service.name"]);
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service,
        attributes: valuesOf(span.attributes),
        status: span.status?.code ?? 0,
      })),
    );
  });
}

/** What the collector does with the next requests. */
type Mood = "take" | "hang";

/** A real receiver of OTLP over HTTP, of one test on a port of its own. */
export class TraceCollector {
  readonly spans: ExportedSpan[] = [];
  /** Heads and bodies, byte for byte. */
  raw = "";
  requests = 0;
  mood: Mood = "take";
  readonly #server: Server = createServer((request, response) => void this.#take(request, response));

  async open(port = 0): Promise<this> {
    this.#server.listen(port, "127.0.0.1");
    await once(this.#server, "listening");
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Waits for a span; of several the first. */
  find(what: string, isIt: (span: ExportedSpan) => boolean, withinMs?: number): Promise<ExportedSpan> {
    return until(async () => this.spans.find(isIt), withinMs).catch(() => {
      const names = this.spans.map(({ service, name }) => `${service}: ${name}`);
      throw new Error(`no span ${what} among:\n${names.join("\n")}`);
    });
  }

  /** Names from the trace's first span down to this one. */
  pathOf(span: ExportedSpan): string[] {
    const parent = this.spans.find(
      ({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentSpanId,
    );
    if (parent === undefined) return span.parentSpanId === undefined ? [span.name] : ["?", span.name];
    return [...this.pathOf(parent), span.name];
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    this.raw += `${request.method} ${request.url}\n${request.rawHeaders.join("\n")}\n${body}\n`;
    if (this.mood === "hang") return;
    this.spans.push(...readSpans(body));
    response.setHeader("content-type", "application/json").end("{}");
  }
}
