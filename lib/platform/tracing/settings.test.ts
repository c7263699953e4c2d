import { describe, expect, it } from "vitest";
import { readSettings, SettingsError } from "../env";

const at = "http://localhost:4318";
const read = (source: Record<string, string>) => readSettings(source).traces;

function faultsOf(source: Record<string, string>): string[] {
  try {
    readSettings(source);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

describe("tracing settings", () => {
  it("turns tracing off unless an endpoint is set and nothing disables it", () => {
    expect(read({})).toBeUndefined();
    expect(read({ OTEL_SERVICE_NAME: "codes", OTEL_TRACES_SAMPLER: "always_on" })).toBeUndefined();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: at, OTEL_SDK_DISABLED: "TRUE" })).toBeUndefined();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: at, OTEL_TRACES_EXPORTER: "none" })).toBeUndefined();
  });

  it("uses a traces endpoint as it is, and appends /v1/traces to the general one", () => {
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: at })?.endpoint).toBe(`${at}/v1/traces`);
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: `${at}/otel/` })?.endpoint).toBe(`${at}/otel/v1/traces`);
    const both = {
      OTEL_EXPORTER_OTLP_ENDPOINT: at,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://t.example/in",
    };
    expect(read(both)?.endpoint).toBe("https://t.example/in");
  });

  it("reads headers and attributes, with specific settings overriding general ones", () => {
    expect(
      read({
        OTEL_EXPORTER_OTLP_ENDPOINT: at,
        OTEL_EXPORTER_OTLP_HEADERS: "api-key=one, x-tenant=a%2Cb",
        OTEL_EXPORTER_OTLP_TRACES_HEADERS: "api-key=two=2",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
        OTEL_SERVICE_NAME: "codes",
      }),
    ).toMatchObject({
      headers: { "api-key": "two=2", "x-tenant": "a,b" },
      resource: { "deployment.environment.name": "test" },
      serviceName: "codes",
    });
  });

  it.each([
    ["parentbased_always_on", undefined, { kind: "on", isParentBased: true, ratio: 1 }],
    ["always_off", undefined, { kind: "off", isParentBased: false, ratio: 1 }],
    ["traceidratio", "0.05", { kind: "ratio", isParentBased: false, ratio: 0.05 }],
    ["parentbased_traceidratio", ".5", { kind: "ratio", isParentBased: true, ratio: 0.5 }],
    ["parentbased_traceidratio", "1.0", { kind: "ratio", isParentBased: true, ratio: 1 }],
  ])("reads the sampler %s %s", (name, argument, sampler) => {
    const source = { OTEL_EXPORTER_OTLP_ENDPOINT: at, OTEL_TRACES_SAMPLER: name };
    const given = argument === undefined ? source : { ...source, OTEL_TRACES_SAMPLER_ARG: argument };
    expect(read(given)?.sampler).toEqual(sampler);
  });

  it.each([
    [
      "OTEL_EXPORTER_OTLP_ENDPOINT",
      "localhost:4318",
      /^OTEL_EXPORTER_OTLP_ENDPOINT must be a collector's address/,
    ],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "grpc://x", /^OTEL_EXPORTER_OTLP_TRACES_ENDPOINT must be where/],
    [
      "OTEL_EXPORTER_OTLP_HEADERS",
      "secret-value",
      /must be a list of headers like api-key=secret, with commas/,
    ],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=%zz", /^OTEL_EXPORTER_OTLP_HEADERS must be a list of headers/],
    ["OTEL_EXPORTER_OTLP_HEADERS", "a=b%0d%0ac: d", /^OTEL_EXPORTER_OTLP_HEADERS must be a list of headers/],
    [
      "OTEL_EXPORTER_OTLP_PROTOCOL",
      "grpc",
      /^OTEL_EXPORTER_OTLP_PROTOCOL must be "http\/json": spans are sent as JSON/,
    ],
    ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf", /must be "http\/json"/],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote", /^OTEL_TRACES_SAMPLER must be one of always_on, always_off,/],
    [
      "OTEL_TRACES_SAMPLER_ARG",
      "10%",
      /^OTEL_TRACES_SAMPLER_ARG must be the share of traces to keep, a number from 0 to 1/,
    ],
    ["OTEL_TRACES_SAMPLER_ARG", "1.5", /^OTEL_TRACES_SAMPLER_ARG must be/],
    ["OTEL_TRACES_EXPORTER", "zipkin", /^OTEL_TRACES_EXPORTER must be "otlp" or "none"/],
    ["OTEL_SDK_DISABLED", "yes", /^OTEL_SDK_DISABLED must be "true" or "false"/],
  ])("rejects %s=%s without repeating secrets", (name, value, sentence) => {
    const faults = faultsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: at, [name]: value });
    expect(faults[0]).toMatch(sentence);
    expect(faults.join()).not.toContain("secret-value");
  });

  it.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: at, OTEL_SDK_DISABLED: "true" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: at, OTEL_TRACES_EXPORTER: "none" },
  ])("ignores an unsupported protocol when tracing is off: %o", (given) => {
    expect(read({ ...given, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toBeUndefined();
  });
});
