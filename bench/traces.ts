import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { scanOf } from "./callers";
import { type Cost, formatCost, measureCost, takeMiddles } from "./cost";
import { type Calls, plainPost, sendMany } from "./load";
import { buildService, type ServiceSubject, startService } from "./processes";
import { type BenchOptions, interleave, type Ratio } from "./report";
import { besideService, insertShortCodes } from "./short-codes";

const rounds = 5;
const warmUps = 5_000;
const scans = 5_000;
const posts = 1_500;
const load = { connections: 16, expect: "3xx" } as const;

type Kind = "off" | "all" | "twentieth";

/** The same service three times, by what it traces: nothing, every request, one in twenty. */
export async function measureTraces({ asBuilt }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  // Takes everything and keeps nothing; what it costs is this process's and not the service's.
  const collector = createServer((request, response) => {
    request.resume().once("end", () => response.end());
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
  const { port } = collector.address() as AddressInfo;
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
  const sampled = {
    ...traced,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0.05",
  };
  const services = {
    off: await startService(),
    all: await startService(traced),
    twentieth: await startService(sampled),
  };
  const ratios = [...(await compareScans(services)), ...(await comparePosts(services))];
  collector.close();
  collector.closeAllConnections();
  return ratios;
}

async function compareScans(services: Record<Kind, ServiceSubject>): Promise<Ratio[]> {
  const calls = {} as Record<Kind, Calls>;
  for (const [kind, service] of Object.entries(services) as [Kind, ServiceSubject][]) {
    const codes = await besideService(service, (pool) =>
      insertShortCodes(pool, { accounts: 10, codesOfEach: 20 }),
    );
    calls[kind] = scanOf(codes.map(({ shortCode }) => `/r/${shortCode}`));
    await sendMany(service.origin, calls[kind], warmUps, load);
  }
  const measure = (kind: Kind) => () => measureCost(services[kind], calls[kind], scans, undefined, load);
  return describe("a short URL, its scan stored", await interleave(rounds, eachKind(measure)));
}

async function comparePosts(services: Record<Kind, ServiceSubject>): Promise<Ratio[]> {
  for (const service of Object.values(services)) await sendMany(service.origin, plainPost, warmUps);
  const measure = (kind: Kind) => () => measureCost(services[kind], plainPost, posts);
  return describe("a public POST, stored", await interleave(rounds, eachKind(measure)));
}

const eachKind = <T>(make: (kind: Kind) => T): Record<Kind, T> => ({
  off: make("off"),
  all: make("all"),
  twentieth: make("twentieth"),
});

function describe(what: string, costs: Record<Kind, Cost[]>): Ratio[] {
  const { off, all, twentieth } = takeMiddles(costs);
  const row = (how: string, traced: Cost): Ratio => ({
    what: `${what}; ${how} : untraced`,
    ours: formatCost(traced),
    peer: formatCost(off),
    ratio: traced.cpuMs / off.cpuMs,
    aim: null,
  });
  return [row("each traced", all), row("one in twenty traced", twentieth)];
}
