import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { longAddress, nextClientAddress, plainPost } from "./load";
import { buildService, startService } from "./processes";
import { type BenchOptions, formatMs, interleave, median, percentile, type Ratio } from "./report";

const rounds = 3;
/** Plain POSTs a round: sent by 4 clients, each pausing between two. */
const probes = 600;
const pauseMs = 10;
/** Pictures being drawn and graded at every moment of the loaded part. */
const graded = 32;

/** p99 of a plain POST while the machine is quiet and while 32 graded pictures with a logo are running. */
export async function measureLatency({ asBuilt }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  const service = await startService();
  const figures = await interleave(rounds, {
    quiet: () => probe(service.origin),
    loaded: () => probeUnderLoad(service.origin),
  });
  const quiet = median(figures.quiet);
  const loaded = median(figures.loaded);
  const what = `p99 of a plain POST with ${graded} graded logos running : quiet`;
  return [{ what, ours: formatMs(loaded), peer: formatMs(quiet), ratio: loaded / quiet, aim: { atMost: 3 } }];
}

async function probe(origin: string): Promise<number> {
  const times: number[] = [];
  const client = async () => {
    while (times.length < probes) {
      const start = performance.now();
      await post(origin, plainPost.path, plainPost.body!);
      times.push(performance.now() - start);
      await sleep(pauseMs);
    }
  };
  await Promise.all([client(), client(), client(), client()]);
  return percentile(times, 0.99);
}

async function probeUnderLoad(origin: string): Promise<number> {
  const body = JSON.stringify({
    type: "url",
    content: longAddress,
    settings: { size: 512, modules: { shape: "dots" }, logo: { enabled: true, dataUrl: await makeLogo() } },
  });
  let isOver = false;
  const drawOn = async () => {
    while (!isOver) await post(origin, `${plainPost.path}?grade=true`, body);
  };
  const drawing = Array.from({ length: graded }, drawOn);
  await sleep(200);
  const p99 = await probe(origin);
  isOver = true;
  await Promise.all(drawing);
  return p99;
}

async function post(origin: string, path: string, body: string): Promise<void> {
  const headers = { "content-type": "application/json", "x-forwarded-for": nextClientAddress() };
  const answer = await fetch(`${origin}${path}`, { method: "POST", headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`);
}

async function makeLogo(): Promise<string> {
  const blank = { width: 96, height: 96, channels: 3, background: "#B0261C" } as const;
  const png = await sharp({ create: blank }).png().toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}
