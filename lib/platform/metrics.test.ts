import { Counter, Gauge, Registry } from "prom-client";
import { expect, it } from "vitest";
import { counter, gauge, registry, writeMetrics } from "./metrics";

it("sums counters across threads, and takes aggregator-first gauges from the main thread", async () => {
  counter({ name: "quietzone_test_total", help: "Both." }).inc(2);
  gauge({ name: "quietzone_test_up", help: "First.", aggregator: "first" }).set(1);
  new Gauge({
    name: "test_omitted",
    help: "Omitted in clusters.",
    aggregator: "omit",
    registers: [registry],
  }).set(7);
  const others = new Registry();
  new Counter({ name: "quietzone_test_total", help: "Both.", registers: [others] }).inc(3);
  new Gauge({ name: "quietzone_test_up", help: "First.", registers: [others] }).set(0);
  new Counter({ name: "quietzone_test_pages_total", help: "Theirs.", registers: [others] }).inc(4);
  const text = await writeMetrics(await others.getMetricsAsJSON());
  for (const line of ["test_total 5", "test_up 1", "test_pages_total 4"])
    expect(text).toContain(`quietzone_${line}\n`);
  expect(text).toContain("test_omitted 7\n");
});
