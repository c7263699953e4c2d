import { z } from "zod";
import { url } from "../setting-parsers";

/** Settings of traces, by the names that OpenTelemetry has given them. */

const samplers = {
  always_on: { kind: "on", isParentBased: false },
  always_off: { kind: "off", isParentBased: false },
  traceidratio: { kind: "ratio", isParentBased: false },
  parentbased_always_on: { kind: "on", isParentBased: true },
  parentbased_always_off: { kind: "off", isParentBased: true },
  parentbased_traceidratio: { kind: "ratio", isParentBased: true },
} as const;
const samplerNames = Object.keys(samplers) as [keyof typeof samplers, ...(keyof typeof samplers)[]];

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** `name=value` pairs with commas, values percent-encoded. A value is never repeated: it may be a secret. */
const pairs = (expected: string) =>
  z
    .string()
    .default("")
    .transform((text, complain) => {
      const read: Record<string, string> = {};
      for (const item of text.split(",").filter((part) => part.trim() !== "")) {
        const at = item.indexOf("=");
        const name = item.slice(0, Math.max(at, 0)).trim();
        const value = decode(item.slice(at + 1).trim());
        if (token.test(name) && value !== null && !/[\r\n\0]/.test(value)) read[name] = value;
        else complain.addIssue(`must be a list of ${expected}, with commas and percent-encoded values`);
      }
      return read;
    });

const endpoint = (expected: string) => url(expected, "http:", "https:").optional();
const protocol = "http/json";
const protocolNames = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"] as const;

export const traceSettingsShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint("a collector's address like http://localhost:4318"),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint(
    "where a collector takes traces, like http://localhost:4318/v1/traces",
  ),
  OTEL_EXPORTER_OTLP_HEADERS: pairs("headers like api-key=secret"),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs("headers like api-key=secret"),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs("attributes like deployment.environment.name=production"),
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"], 'must be "otlp" or "none"').default("otlp"),
  OTEL_TRACES_SAMPLER: z
    .enum(samplerNames, `must be one of ${samplerNames.join(", ")}`)
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .refine(
      (text) => /^(?:0|1|0?\.\d{1,15}|1\.0{1,15})$/.test(text),
      "must be the share of traces to keep, a number from 0 to 1",
    )
    .transform(Number)
    .optional(),
  OTEL_SDK_DISABLED: z
    .string()
    .refine((text) => /^(?:true|false)$/i.test(text), 'must be "true" or "false"')
    .default("false"),
};

const traceSettings = z.object(traceSettingsShape);

export interface TraceSettings {
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string | undefined;
  /** What the operator says of the process. */
  resource: Record<string, string>;
  sampler: { kind: "on" | "off" | "ratio"; isParentBased: boolean; ratio: number };
}

/** The address of all signals has those of each below it (OpenTelemetry's specification of the exporter). */
function belowBase(base: string): string {
  return `${base.replace(/\/$/, "")}/v1/traces`;
}

type Data = z.infer<typeof traceSettings>;

/** Where spans go; undefined: nothing is traced, since no collector is named or it is turned off. */
function endpointOf(data: Data): string | undefined {
  const base = data.OTEL_EXPORTER_OTLP_ENDPOINT;
  const isOff = data.OTEL_SDK_DISABLED.toLowerCase() === "true" || data.OTEL_TRACES_EXPORTER === "none";
  return isOff ? undefined : (data.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && belowBase(base)));
}

/** The setting that names a protocol which is not spoken. Platforms set it for everybody: it matters where spans are sent. */
export function findForeignProtocol(data: Data): { name: string; message: string } | undefined {
  if (endpointOf(data) === undefined) return undefined;
  const name = protocolNames.find((one) => data[one] !== undefined);
  if (name === undefined || data[name] === protocol) return undefined;
  const message = `must be "${protocol}": spans are sent as JSON over HTTP, which collectors take at port 4318`;
  return { name, message };
}

/** Undefined: nothing is traced. */
export function traceSettingsOf(data: Data): TraceSettings | undefined {
  const address = endpointOf(data);
  if (address === undefined) return undefined;
  return {
    endpoint: address,
    headers: { ...data.OTEL_EXPORTER_OTLP_HEADERS, ...data.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    serviceName: data.OTEL_SERVICE_NAME,
    resource: data.OTEL_RESOURCE_ATTRIBUTES,
    sampler: { ...samplers[data.OTEL_TRACES_SAMPLER], ratio: data.OTEL_TRACES_SAMPLER_ARG ?? 1 },
  };
}
