/** Series of a running service: each name with its labels, and with its pairs like `outcome="lost"`. */
export class Series {
  readonly #labels = new Map<string, Set<string>>();
  readonly #pairs = new Map<string, Set<string>>();

  /** @param text what `/metrics` answers. */
  constructor(text: string) {
    for (const [, name = "", labels = ""] of text.matchAll(/^([a-z_][a-z0-9_]*)(?:\{(.*)\})? /gim)) {
      const known = this.#labels.get(name) ?? new Set();
      for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
      this.#labels.set(name, known);
      const values = this.#pairs.get(name) ?? new Set();
      for (const [pair] of labels.matchAll(/\w+="[^"]*"/g)) values.add(pair);
      this.#pairs.set(name, values);
    }
    // A counter with labels shows no series before something counted; its name and kind are there from the start.
    for (const [, name = ""] of text.matchAll(/^# TYPE (\S+) (?:counter|gauge)$/gm)) {
      if (!this.#labels.has(name)) this.#labels.set(name, new Set());
    }
  }

  has(name: string): boolean {
    return this.#labels.has(name);
  }

  /** Empty for a counter that has counted nothing yet: its labels are not known. */
  labelsOf(name: string): ReadonlySet<string> {
    return this.#labels.get(name) ?? new Set();
  }

  pairsOf(name: string): ReadonlySet<string> {
    return this.#pairs.get(name) ?? new Set();
  }
}

/** Labels that Prometheus adds to every scrape, and metrics that it makes of it. */
const addedLabels = ["instance", "job"];
const addedMetrics = ["up"];

/** What an expression of Prometheus asks for. */
export interface Asked {
  metrics: string[];
  /** Labels in `by (…)`. */
  grouped: string[];
  matchers: { metric: string; label: string; pair: string }[];
}

export function readExpression(expr: string): Asked {
  const words = new Set(["by", "unless", "and", "or", "without", "on"]);
  const matchers = [...expr.matchAll(/\b([a-z_]\w*)\{([^}]*(?:"[^"]*"[^}]*)*)\}/g)].flatMap(
    ([, metric = "", list = ""]) =>
      [...list.matchAll(/(\w+)[!=~]+"[^"]*"/g)].map(([pair, label = ""]) => ({ metric, label, pair })),
  );
  const groups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/, */));
  const bare = expr.replaceAll(/"[^"]*"/g, "").replaceAll(/\[[^\]]+\]|\{[^}]*\}|\bby \([^)]*\)/g, "");
  const names = [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()/gi)].map(([name]) => name);
  return {
    metrics: [...new Set(names.filter((name) => !words.has(name)))],
    grouped: [...new Set(groups)],
    matchers,
  };
}

/** What is wrong with an expression: metrics and labels that no running service has. */
export function findStrangers(expr: string, series: Series, legend = ""): string[] {
  const { metrics, grouped, matchers } = readExpression(expr);
  const unknown = metrics.filter((name) => !series.has(name) && !addedMetrics.includes(name));
  const own = metrics.flatMap((name) => [...series.labelsOf(name)]);
  const isOpen = metrics.some((name) => series.labelsOf(name).size === 0);
  const isKnown = (label: string) => isOpen || [...own, ...addedLabels].includes(label);
  const legendLabels = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
  return [
    ...unknown,
    ...(metrics.length === 0 ? ["no metric at all"] : []),
    ...matchers
      .filter(({ metric, label }) => {
        const known = series.labelsOf(metric);
        return !addedLabels.includes(label) && known.size > 0 && !known.has(label);
      })
      .map(({ metric, label }) => `${metric}{${label}}`),
    ...[...grouped, ...legendLabels].filter((label) => !isKnown(label)),
    // Aggregated away, a label is empty in the legend.
    ...legendLabels
      .filter((label) => grouped.length > 0 && !grouped.includes(label))
      .map((label) => `legend ${label}`),
  ];
}
