import { type Cost, formatCost, measureCost, takeMiddles } from "./cost";
import { type Call, longAddress, plainPost, sendMany } from "./load";
import {
  buildService,
  type ServiceSubject,
  type Subject,
  startBareServer,
  startNextPeer,
  startService,
} from "./processes";
import { type BenchOptions, formatMs, interleave, type Ratio } from "./report";

const rounds = 5;
const warmUps = 6000;

type Costs = Record<"post" | "view" | "health" | "bare" | "naive" | "constant", Cost>;

/** The service against a bare server and against Next, in CPU milliseconds of the server's process for each request. */
export async function measureService({ asBuilt }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  const service = await startService();
  const bare = await startBareServer();
  const next = await startNextPeer();
  return compare(await measureCosts(service, bare, next));
}

async function measureCosts(service: ServiceSubject, bare: Subject, next: Subject): Promise<Costs> {
  const encode: Call = { method: "POST", path: "/", body: JSON.stringify({ content: longAddress }) };
  const get = (path: string): Call => ({ method: "GET", path });
  const view = get(await makeView(service.origin));
  // A server is judged as it runs for days: by then V8 has compiled what it will.
  await sendMany(service.origin, plainPost, warmUps);
  await sendMany(bare.origin, encode, warmUps);
  await sendMany(next.origin, get("/constant"), warmUps);
  await sendMany(next.origin, { ...encode, path: "/naive" }, warmUps / 10);
  const figures = await interleave(rounds, {
    post: () => measureCost(service, plainPost, 1500, service),
    bare: () => measureCost(bare, encode, 3000),
    naive: () => measureCost(next, { ...encode, path: "/naive" }, 200),
    constant: () => measureCost(next, get("/constant"), 1500),
    view: () => measureCost(service, view, 3000, service),
    health: () => measureCost(service, get("/api/health"), 3000, service),
  });
  return takeMiddles(figures);
}

async function makeView(origin: string): Promise<string> {
  const answer = await fetch(`${origin}${plainPost.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": "10.255.255.255" },
    body: plainPost.body!,
  });
  const { imageUrl } = (await answer.json()) as { imageUrl: string };
  return new URL(imageUrl).pathname;
}

function compare({ post, view, health, bare, naive, constant }: Costs): Ratio[] {
  const row = (what: string, ours: Cost, peer: Cost, atLeast: number | null): Ratio => ({
    what,
    ours: formatCost(ours),
    peer: formatCost(peer),
    ratio: peer.cpuMs / ours.cpuMs,
    aim: atLeast === null ? null : { atLeast },
  });
  return [
    row("public POST : naive Next handler", post, naive, 20),
    { ...row("  in requests a second", post, naive, null), ratio: post.perSecond / naive.perSecond },
    row("public POST : node:http that only encodes", post, bare, 0.6),
    { ...row("  in requests a second", post, bare, null), ratio: post.perSecond / bare.perSecond },
    {
      what: "  PostgreSQL's CPU beside the service's own",
      ours: formatMs(post.cpuMs),
      peer: formatMs(post.databaseMs),
      ratio: post.databaseMs / post.cpuMs,
      aim: null,
    },
    row("view : constant Next handler", view, constant, 10),
    row("health : constant Next handler", health, constant, null),
  ];
}
