import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createMigratedDatabase, type SpareDatabase } from "../support/database";
import { findFreePort } from "../support/free-port";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { TraceCollector } from "../support/trace-collector";
import { until } from "../support/webhooks/subscriber";

const services = openServices();
const lostMessages = "the collector of traces takes no spans";
const backMessages = "the collector of traces takes spans again";

let database: SpareDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase(inject("databaseUrl"));
});
afterAll(() => database.drop());

const countOf = (service: RunningService, words: string) => service.output().split(words).length - 1;

async function startWith(settings: Record<string, string>): Promise<RunningService> {
  return services.start({
    DATA_DIR: services.newFolder(),
    DATABASE_URL: database.url,
    LOG_LEVEL: "info",
    ...settings,
  });
}

async function askMany(baseUrl: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < count; at++) {
    const response = await fetch(`${baseUrl}/api/public/qr-codes?type=url&content=https://example.com/${at}`);
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

const readMetric = async (baseUrl: string, line: string) => {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return Number(
    text
      .split("\n")
      .find((one) => one.startsWith(line))
      ?.split(" ")
      .at(-1) ?? 0,
  );
};

/** SIGTERM; the seconds until the process is gone, which an idle stop takes too, apart. */
async function stopTimed(service: RunningService): Promise<number> {
  const startMs = performance.now();
  expect(await service.stop()).toBe(0);
  return performance.now() - startMs;
}

/** What is left at a stop is given 3 seconds; the rest is what a busy machine may take. */
const stopMs = 15_000;

describe("trace collector", () => {
  it("is logged once when it refuses connections and once when it is back; requests are answered", async () => {
    const port = await findFreePort();
    const service = await startWith({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
    expect(new Set(await askMany(service.baseUrl, 20))).toEqual(new Set([200]));
    await until(async () => countOf(service, lostMessages) > 0, 30_000);
    await askMany(service.baseUrl, 5);
    const lost = 'quietzone_trace_spans_total{outcome="lost"}';
    const before = await readMetric(service.baseUrl, lost);
    await until(async () => (await readMetric(service.baseUrl, lost)) > before, 30_000);
    expect(countOf(service, lostMessages)).toBe(1);
    const collector = await new TraceCollector().open(port);
    await askMany(service.baseUrl, 5);
    await until(async () => countOf(service, backMessages) > 0, 30_000);
    expect(collector.spans.length).toBeGreaterThan(0);
    expect(await readMetric(service.baseUrl, 'quietzone_trace_spans_total{outcome="sent"}')).toBeGreaterThan(
      0,
    );
    await collector.close();
    expect(await stopTimed(service)).toBeLessThan(stopMs);
  });

  it("delays neither requests nor the stop when it hangs, and is logged once as losing spans", async () => {
    const collector = await new TraceCollector().open();
    collector.mood = "hang";
    const service = await startWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    expect(new Set(await askMany(service.baseUrl, 20))).toEqual(new Set([200]));
    await until(async () => collector.requests > 0);
    // More spans than may wait; each answer is one with three steps at least.
    await Promise.all(Array.from({ length: 8 }, () => askUnknown(service.baseUrl, 900)));
    await until(async () => countOf(service, lostMessages) > 0, 30_000);
    expect(countOf(service, lostMessages)).toBe(1);
    expect(await stopTimed(service)).toBeLessThan(stopMs);
    await collector.close();
  });

  it("receives the remaining spans at a stop", async () => {
    const collector = await new TraceCollector().open();
    const service = await startWith({
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9/unused",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/of/traces`,
      OTEL_SERVICE_NAME: "codes",
    });
    await askMany(service.baseUrl, 1);
    expect(await service.stop()).toBe(0);
    expect(collector.spans.map(({ service: name, name: span }) => [name, span])).toContainEqual([
      "codes",
      "GET /api/public/qr-codes",
    ]);
    expect(collector.raw).toContain("POST /of/traces\n");
    await collector.close();
  });
});

describe("tracing without a collector", () => {
  /** Writes at the end which files of OpenTelemetry the process has loaded. */
  const listing = (file: string) => `
    process.on("exit", () => {
      const loaded = Object.keys(require.cache).filter((name) => name.includes("@opentelemetry"));
      require("node:fs").writeFileSync(${JSON.stringify(file)}, loaded.join("\\n"));
    });`;

  async function listLoaded(settings: Record<string, string>): Promise<string> {
    const folder = services.newFolder();
    const [program, file] = [join(folder, "list.cjs"), join(folder, "loaded.txt")];
    writeFileSync(program, listing(file));
    const service = await startWith({ NODE_OPTIONS: `--require ${program}`, ...settings });
    await askMany(service.baseUrl, 2);
    await (await fetch(`${service.baseUrl}/`)).text();
    expect(await service.stop()).toBe(0);
    return readFileSync(file, "utf8");
  }

  const sdk = /@opentelemetry\/(?!api\/)/;

  it("loads nothing of the SDK", async () => {
    expect(await listLoaded({})).not.toMatch(sdk);
    expect(
      await listLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "true" }),
    ).not.toMatch(sdk);
  });

  it("loads the SDK once a collector is set", async () => {
    expect(await listLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" })).toMatch(sdk);
  });
});

async function askUnknown(baseUrl: string, count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    const response = await fetch(`${baseUrl}/api/v1/webhooks`, { headers: { authorization: "none" } });
    await response.arrayBuffer();
    expect([401, 429]).toContain(response.status);
  }
}
