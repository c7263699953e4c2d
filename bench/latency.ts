import { setTimeout as sleep } from "node:timers/promises";
import sharp from "sharp";
import { insertAccounts, insertKeys } from "@/e2e/support/tenants";
import { longAddress, nextClientAddress, plainPost } from "./load";
import { buildService, type ServiceSubject, startService } from "./processes";
import { type BenchOptions, formatMs, interleave, median, percentile, type Ratio } from "./report";
import { besideService } from "./short-codes";

const rounds = 3;
/** Plain POSTs a round: sent by 4 clients, each pausing between two. */
const probes = 600;
const pauseMs = 10;
/** Pictures being drawn and graded at every moment of the loaded part. */
const graded = 32;

/** Large pictures that are drawn one by one, and those of one bulk. */
const large = { one: 10, many: 100 };

/**
 * p99 of a plain POST while the machine is quiet and while 32 graded pictures with a logo are running, and the time that large
 * coloured pictures take, each of which is read back before it is answered.
 */
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
  return [
    { what, ours: formatMs(loaded), peer: formatMs(quiet), ratio: loaded / quiet, aim: { atMost: 3 } },
    ...(await measureLargePictures(service)),
  ];
}

/** Seconds, not ratios: nobody else reads back what it draws. */
async function measureLargePictures(service: ServiceSubject): Promise<Ratio[]> {
  const authorization = await besideService(service, async (pool) => {
    const [accountId = ""] = await insertAccounts(pool, ["pro"]);
    const permissions = ["qr:write" as const];
    const [key] = await insertKeys(pool, [{ accountId, environment: "production", permissions }]);
    return `Bearer ${key?.apiKey}`;
  });
  const item = (nth: number) => ({
    name: `Table ${nth}`,
    type: "text",
    content: `table ${nth}`,
    settings: { size: 4_096, color: { dark: "#0F172A" } },
  });
  const time = async (path: string, body: object) => {
    const start = performance.now();
    await post(service.origin, path, JSON.stringify(body), { authorization });
    return performance.now() - start;
  };
  const ones: number[] = [];
  for (let nth = 0; nth <= large.one; nth += 1) ones.push(await time("/api/v1/qr-codes", item(nth)));
  // The first one starts the threads.
  const one = median(ones.slice(1));
  const full = {
    type: "text",
    content: "x".repeat(2_331),
    settings: { size: 1_024, color: { dark: "#0F172A" } },
  };
  const gradedTimes: number[] = [];
  for (let nth = 0; nth < large.one; nth += 1)
    gradedTimes.push(await time(`${plainPost.path}?grade=true`, full));
  const grade = median(gradedTimes);
  const many = await time("/api/v1/qr-codes/bulk", {
    qrCodes: Array.from({ length: large.many }, (_, nth) => item(nth)),
  });
  return [
    {
      what: "s for one coloured code of 4,096 pixels",
      ours: formatMs(one),
      peer: "",
      ratio: one / 1_000,
      aim: { atMost: 0.3 },
    },
    {
      what: "s for the grade of a full code of version 40, coloured, 1,024 pixels",
      ours: formatMs(grade),
      peer: "",
      ratio: grade / 1_000,
      aim: { atMost: 1 },
    },
    {
      what: `s for ${large.many} coloured codes of 4,096 pixels in one bulk; peer: one by one`,
      ours: formatMs(many),
      peer: formatMs(large.many * one),
      ratio: many / 1_000,
      aim: { atMost: 60 },
    },
  ];
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
  // On a slow machine some are answered 503; they retry as any client does.
  const drawOn = async () => {
    while (!isOver) {
      const { status, text, retryAfter } = await send(origin, `${plainPost.path}?grade=true`, body);
      if (status === 503) await sleep(retryAfter * 1_000);
      else if (status >= 300) throw new Error(`a graded POST: ${status} ${text}`);
    }
  };
  const drawing = Array.from({ length: graded }, drawOn);
  await sleep(200);
  const p99 = await probe(origin);
  isOver = true;
  await Promise.all(drawing);
  return p99;
}

async function post(
  origin: string,
  path: string,
  body: string,
  further: Record<string, string> = {},
): Promise<void> {
  const { status, text } = await send(origin, path, body, further);
  // A bulk answers 2xx with what it could make.
  if (status >= 300 || text.includes('"unavailable"')) throw new Error(`POST ${path}: ${status} ${text}`);
}

async function send(origin: string, path: string, body: string, further: Record<string, string> = {}) {
  const headers = { "content-type": "application/json", "x-forwarded-for": nextClientAddress(), ...further };
  const answer = await fetch(`${origin}${path}`, { method: "POST", headers, body });
  const retryAfter = Number(answer.headers.get("retry-after"));
  return { status: answer.status, text: await answer.text(), retryAfter };
}

async function makeLogo(): Promise<string> {
  const blank = { width: 96, height: 96, channels: 3, background: "#B0261C" } as const;
  const png = await sharp({ create: blank }).png().toBuffer();
  return `data:image/png;base64,${png.toString("base64")}`;
}
