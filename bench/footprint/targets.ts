import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { KnownTargets } from "@/lib/targets/known-targets";
import { listLatestTargets } from "@/lib/targets/queries";
import type { Ratio } from "../report";

const targets = 20_000;

/** Memory that targets take in a process, against what it thinks that they do, by which it bounds them. */
export async function measureTargets(): Promise<Ratio> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const known = new KnownTargets();
  await listLatestTargets(targets);
  const before = heap();
  await known.fill(() => listLatestTargets(targets));
  const bytes = heap() - before;
  const mib = (of: number) => `${(((of / known.count) * 10_000) / 2 ** 20).toFixed(1)} MiB`;
  return {
    what: `memory of 10,000 known targets (of ${known.count}) : what the process thinks`,
    ours: mib(bytes),
    peer: mib(known.bytes),
    ratio: bytes / known.bytes,
    aim: null,
  };
}
