import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { makeCode, openServices } from "../../support/process/services";
import { startRedis } from "../../support/redis-server";

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
const { groups } = file.parse(
  parse(readFileSync(new URL("../../../deploy/alerts.yml", import.meta.url), "utf8")),
);
const rules = groups.flatMap((group) => group.rules);
/** Prometheus makes it of every scrape. */
const ofPrometheus = new Set(["up", "instance", "job", "le", "route", "status", "outcome", "state", "task"]);

/** Metrics whose series are all there from the start: an alert on a rise misses the first of a series that begins with it. */
const completeMetrics = ["quietzone_scans_total", "quietzone_database_connections"];

/** Series of a running service: each name with the labels that it has. */
const series = new Map<string, Set<string>>();
/** Each name with the pairs of label and value, as `outcome="lost"`. */
const pairs = new Map<string, Set<string>>();
const { newDataDir, start } = openServices();

/** The metrics of a service that counts in Redis, once it has done a little. */
async function readMetrics(): Promise<string> {
  const redis = await startRedis();
  const { baseUrl } = await start({ DATA_DIR: newDataDir(), REDIS_URL: redis.url });
  await makeCode(baseUrl);
  await fetch(`${baseUrl}/r/unknown1`, { redirect: "manual" });
  const metrics = await fetch(`${baseUrl}/metrics`);
  const text = await metrics.text();
  await redis.stop();
  return text;
}

beforeAll(async () => {
  const text = await readMetrics();
  for (const [, name = "", labels = ""] of text.matchAll(/^([a-z_][a-z0-9_]*)(?:\{(.*)\})? /gim)) {
    const known = series.get(name) ?? new Set();
    for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
    series.set(name, known);
    const values = pairs.get(name) ?? new Set();
    for (const [pair] of labels.matchAll(/\w+="[^"]*"/g)) values.add(pair);
    pairs.set(name, values);
  }
  // A counter with labels shows no series before something counted; its name and kind are there from the start.
  for (const [, name = ""] of text.matchAll(/^# TYPE (\S+) (?:counter|gauge)$/gm)) {
    if (!series.has(name)) series.set(name, new Set());
  }
});

/** Names in an expression that are no functions, no words of the language and in no quotes. */
function namesIn(expr: string): string[] {
  const words = new Set(["by", "sum", "max", "unless", "and", "or", "without", "on"]);
  const bare = expr.replaceAll(/"[^"]*"/g, "").replaceAll(/\[\w+\]/g, "");
  const names = [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/gi)].map(([name]) => name);
  return [...new Set(names.filter((name) => !words.has(name)))];
}

describe("deploy/alerts.yml", () => {
  it("names each alert once, and says in whole sentences what it means and what to do", () => {
    const names = rules.map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
    for (const { annotations } of rules) {
      expect(annotations.meaning).toMatch(/^[A-Z].*\.$/);
      expect(annotations.action).toMatch(/^[A-Z].*\.$/);
    }
  });

  it.each(rules.map((one) => [one.alert, one] as const))(
    "%s asks for metrics that a running service has",
    (_, one) => {
      const unknown = namesIn(one.expr).filter((name) => !series.has(name) && !ofPrometheus.has(name));
      expect(unknown).toEqual([]);
      expect(namesIn(one.expr).some((name) => series.has(name) || name === "up")).toBe(true);
    },
  );

  it("waits for values that a service which has just begun shows already", () => {
    const asked = rules.flatMap(({ expr }) =>
      [...expr.matchAll(/\b([a-z_]\w*)\{([^}]*)\}/g)].flatMap(([, name = "", matchers = ""]) =>
        [...matchers.matchAll(/\w+="[^"]*"/g)].map(([pair]) => ({ name, pair })),
      ),
    );
    for (const metric of completeMetrics) {
      const wanted = asked.filter(({ name }) => name === metric);
      expect(wanted.length, metric).toBeGreaterThan(0);
      for (const { pair } of wanted) expect([...(pairs.get(metric) ?? [])]).toContain(pair);
    }
  });

  it("uses labels that the metrics have", () => {
    for (const { expr } of rules) {
      for (const [, name = "", matchers = ""] of expr.matchAll(/\b([a-z_]\w*)\{([^}]*)\}/g)) {
        const known = series.get(name);
        if (known === undefined || known.size === 0) continue;
        const labels = [...matchers.matchAll(/(\w+)[!=~]+"/g)].map(([, label]) => label);
        for (const label of labels)
          expect([...known, "job", "instance"], `${name} in ${expr}`).toContain(label);
      }
    }
  });
});
