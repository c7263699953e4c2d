import { readMetrics } from "@/lib/platform/metrics";

/**
 * A metric of this process by its name, and by a label where it has some, of its main thread where pages have one of their own.
 * Null where nothing in this process has made it.
 */
export async function readMetric(name: string, labels: Record<string, string> = {}): Promise<number | null> {
  const metric = (await readMetrics()).find((one) => one.name === name);
  const found = metric?.values.find((value) =>
    Object.entries(labels).every(
      ([label, wanted]) => (value.labels as Record<string, unknown>)[label] === wanted,
    ),
  );
  return found?.value ?? null;
}
