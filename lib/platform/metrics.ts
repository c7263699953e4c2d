import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from "prom-client";
import { ofMainThread, oncePerProcess } from "./process-state";

/** The one registry of the process; `/metrics` writes it out. */
export const registry: Registry = oncePerProcess("metrics", () => new Registry());

/** What a registry holds, as plain values. */
export type Metrics = Awaited<ReturnType<Registry["getMetricsAsJSON"]>>;

/** The metrics of this process: in the thread of pages, those of the main thread. */
export const readMetrics = ofMainThread("metrics", (): Promise<Metrics> => registry.getMetricsAsJSON());

/** Writes out the metrics of this thread with those of another one, which are added to them under the same names. */
export async function writeMetrics(others: Metrics): Promise<string> {
  if (others.length === 0) return registry.metrics();
  const own = await registry.getMetricsAsJSON();
  // `omit` is meant for clusters of processes: here each has one value.
  const kept = own.map((one) => (one.aggregator === "omit" ? { ...one, aggregator: "first" as const } : one));
  return AggregatorRegistry.aggregate([kept, others]).metrics();
}

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
  options: MetricOptions<Label> & {
    /** `sum` adds what two threads say, `first` is the main thread's word; `sum` by default. */
    aggregator?: "sum" | "first";
    collect?: (this: Gauge<Label>) => void;
  },
): Gauge<Label> {
  const { aggregator = "sum", collect } = options;
  return oncePerProcess(
    `gauge ${options.name}`,
    () => new Gauge({ ...optionsOf(options), aggregator, ...(collect ? { collect } : {}) }),
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
