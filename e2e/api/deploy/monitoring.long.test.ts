import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { findStrangers, readExpression, Series } from "../../support/deploy/promql";
import { makeCode, openServices } from "../../support/process/services";
import { startRedis } from "../../support/redis-server";

const root = new URL("../../..", import.meta.url).pathname;
const read = (name: string) => readFileSync(`${root}${name}`, "utf8");

const rule = z.strictObject({
  alert: z.string().regex(/^Quietzone[A-Z]\w+$/),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[mh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(["page", "ticket"]) }),
  annotations: z.strictObject({ summary: z.string(), meaning: z.string(), action: z.string() }),
});
const file = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule).min(1) })).length(1),
});
const rules = file.parse(parse(read("deploy/alerts.yml"))).groups.flatMap((group) => group.rules);

const target = z.object({
  refId: z.string(),
  expr: z.string().min(1),
  legendFormat: z.string().min(1),
  datasource: z.strictObject({ type: z.literal("prometheus"), uid: z.string().regex(/^\$\{datasource\}$/) }),
});
const place = z.strictObject({ h: z.int(), w: z.int(), x: z.int(), y: z.int() });
const panel = z.object({
  id: z.int(),
  type: z.enum(["timeseries", "stat"]),
  title: z.string().min(1),
  description: z.string().regex(/^[A-Za-z0-9].*\.$/),
  gridPos: place,
  fieldConfig: z.object({ defaults: z.object({ unit: z.string().min(1) }) }),
  targets: z.array(target).min(1),
});
const row = z.object({ id: z.int(), type: z.literal("row"), title: z.string(), gridPos: place });
const dashboard = z
  .object({
    schemaVersion: z.int().min(36),
    uid: z.literal("quietzone"),
    templating: z.object({
      list: z.array(z.object({ name: z.string(), type: z.string(), query: z.unknown() })),
    }),
    panels: z.array(z.union([row, panel])),
  })
  .parse(JSON.parse(read("deploy/grafana/quietzone.json")));
const isPanel = (one: z.infer<typeof row> | z.infer<typeof panel>): one is z.infer<typeof panel> =>
  one.type !== "row";
const panels = dashboard.panels.filter(isPanel);

/** Metrics whose series are all there from the start: an alert on a rise misses the first of a series that begins with it. */
const completeMetrics = ["quietzone_scans_total", "quietzone_database_connections"];

let series: Series;
const { newDataDir, start } = openServices();

/** The metrics of a service that counts in Redis, once it has done a little. */
beforeAll(async () => {
  const redis = await startRedis();
  const { baseUrl } = await start({ DATA_DIR: newDataDir(), REDIS_URL: redis.url });
  await makeCode(baseUrl);
  await fetch(`${baseUrl}/r/unknown1`, { redirect: "manual" });
  series = new Series(await (await fetch(`${baseUrl}/metrics`)).text());
  await redis.stop();
});

describe("deploy/alerts.yml", () => {
  it("names each alert once, with a meaning and an action in full sentences", () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    for (const { annotations } of rules) {
      expect(annotations.meaning).toMatch(/^[A-Z].*\.$/);
      expect(annotations.action).toMatch(/^[A-Z].*\.$/);
    }
  });

  it.each(rules.map((one) => [one.alert, one] as const))(
    "%s uses only metrics and labels of a running service",
    (_, { expr }) => {
      expect(findStrangers(expr, series)).toEqual([]);
    },
  );

  it("uses series that a new service exports from the start", () => {
    const asked = rules.flatMap(({ expr }) => readExpression(expr).matchers);
    for (const metric of completeMetrics) {
      const wanted = asked.filter((one) => one.metric === metric);
      expect(wanted.length, metric).toBeGreaterThan(0);
      for (const { pair } of wanted) expect([...series.pairsOf(metric)]).toContain(pair);
    }
  });

  it("alerts on a filling disk as a ticket and as a page", () => {
    const ofDisk = rules.filter(({ expr }) => expr.includes("quietzone_disk_free_bytes"));
    expect(ofDisk.map(({ labels }) => labels.severity).sort()).toEqual(["page", "ticket"]);
  });
});

describe("deploy/grafana/quietzone.json", () => {
  it.each(panels.map((one) => [one.title, one] as const))(
    "the panel %s uses only metrics and labels of a running service",
    (_, { targets }) => {
      for (const { expr, legendFormat } of targets) {
        expect(findStrangers(expr, series, legendFormat), expr).toEqual([]);
        // Every query is limited to what the variables choose.
        for (const metric of readExpression(expr).metrics) {
          const chosen = readExpression(expr).matchers.filter((one) => one.metric === metric);
          expect(
            chosen.map(({ pair }) => pair),
            expr,
          ).toContain('job="$job"');
        }
      }
    },
  );

  it("has a data source variable, and variables that Prometheus can fill", () => {
    const [source, ...others] = dashboard.templating.list;
    expect(source).toMatchObject({ name: "datasource", type: "datasource", query: "prometheus" });
    expect(others.map(({ name }) => name)).toEqual(["job", "instance"]);
    for (const { query } of others)
      expect(JSON.stringify(query)).toContain("label_values(quietzone_build_info");
    expect(series.has("quietzone_build_info")).toBe(true);
  });

  it("has a row for each part, with panels that do not overlap", () => {
    const rows = dashboard.panels.filter((one) => !isPanel(one)).map(({ title }) => title);
    expect(rows).toEqual([
      "At a glance",
      "Short URLs",
      "Scans",
      "Webhooks",
      "API",
      "Database",
      "Process",
      "Disk",
    ]);
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
  });
});

describe("docs/operate/monitor.md", () => {
  it("names only metrics of a running service", () => {
    const named = [...read("docs/operate/monitor.md").matchAll(/`(quietzone_\w+)/g)].map(
      ([, name = ""]) => name,
    );
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !series.has(name))).toEqual([]);
  });
});

describe("findStrangers", () => {
  it("returns unknown metrics, labels and legends", () => {
    const few = new Series('a_total{outcome="x"} 1\nb_bytes 2\n');
    expect(findStrangers('sum by (outcome) (rate(a_total{outcome="x"}[5m]))', few, "{{outcome}}")).toEqual(
      [],
    );
    expect(findStrangers("c_total > 1", few)).toEqual(["c_total"]);
    expect(findStrangers('a_total{kind="x"}', few)).toEqual(["a_total{kind}"]);
    expect(findStrangers("sum by (kind) (a_total)", few)).toEqual(["kind"]);
    expect(findStrangers("sum by (outcome) (a_total)", few, "{{instance}}")).toEqual(["legend instance"]);
    expect(findStrangers("1 > 0", few)).toEqual(["no metric at all"]);
  });
});
