import { plainPost, sendMany } from "./load";
import { buildService, rssOf, startService } from "./processes";
import type { BenchOptions, Ratio } from "./report";

const shortRun = 20_000;
const fullRun = 100_000;
const parts = 10;

/** Resident memory of the service over 20,000 public POSTs (100,000 in full): the last tenth against the third. */
export async function measureMemory({ asBuilt, full }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  const requests = full ? fullRun : shortRun;
  const service = await startService();
  const sizes: number[] = [];
  for (let part = 0; part < parts; part++) {
    await sendMany(service.origin, plainPost, requests / parts);
    sizes.push(rssOf(service));
  }
  const read = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
  const first = sizes[2]!;
  const last = sizes.at(-1)!;
  const what = `RSS after ${requests.toLocaleString("en-GB")} POSTs : after 30 % of them`;
  return [{ what, ours: read(last), peer: read(first), ratio: last / first, aim: { atMost: 1.1 } }];
}
