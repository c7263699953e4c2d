import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { oncePerProcess } from "./process-state";

/** The one registry of the process; `/metrics` writes it out. */
export const registry: Registry = oncePerProcess("metrics", () => new Registry());

interface MetricOptions<Label extends string> {
  /** Prometheus name with its unit last, `quietzone_…_seconds`. */
  name: string;
  help: string;
  labels?: readonly Label[];
}

function optionsOf<Label extends string>({ name, help, labels = [] }: MetricOptions<Label>) {
  return { name, help, labelNames: [...labels], registers: [registry] };
}

/** A number that only rises; the same one for every caller that gives this name. */
export function counter<Label extends string = never>(options: MetricOptions<Label>): Counter<Label> {
  return oncePerProcess(`counter ${options.name}`, () => new Counter(optionsOf(options)));
}

/** A number that rises and falls; `collect` sets it whenever the metrics are read. */
export function gauge<Label extends string = never>(
  options: MetricOptions<Label> & { collect?: (this: Gauge<Label>) => void },
): Gauge<Label> {
  const { collect } = options;
  return oncePerProcess(
    `gauge ${options.name}`,
    () => new Gauge({ ...optionsOf(options), ...(collect ? { collect } : {}) }),
  );
}

/** A distribution over `buckets`, upper bounds in the metric's unit. */
export function histogram<Label extends string = never>(
  options: MetricOptions<Label> & { buckets: number[] },
): Histogram<Label> {
  return oncePerProcess(
    `histogram ${options.name}`,
    () => new Histogram({ ...optionsOf(options), buckets: options.buckets }),
  );
}
