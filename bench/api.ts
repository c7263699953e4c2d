import { deflateSync } from "node:zlib";
import { encodeMatrix, resolveStyle } from "@/lib/qr";
import { drawRaster, encodePng } from "@/lib/qr/files";
import { type Cost, formatCost, measureCost, takeMiddles } from "./cost";
import { type Customer, type Customers, seedCustomers } from "./customers";
import { type Call, longAddress, sendMany } from "./load";
import { buildService, type ServiceSubject, type Subject, startNextPeer, startService } from "./processes";
import { type BenchOptions, formatMs, interleave, median, type Ratio } from "./report";

const rounds = 5;
const warmUps = 6_000;
const bulkSize = 100;
/** Bulk calls of a round, one after the other. */
const bulkCalls = 6;

const path = "/api/v1/qr-codes";

/**
 * The authenticated interface among a million codes: every call is counted for its key and its account and looks its key
 * up in the database. Calls go round 200 accounts with 500 codes each, creates round 400 that begin with none, so that
 * neither a limit of 5,000 an hour nor one account's lock is what is measured.
 */
export async function measureApi({ asBuilt }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  const service = await startService();
  const next = await startNextPeer();
  const customers = await seedCustomers(service);
  const costs = await measureCalls(service, next, customers);
  const bulk = await measureBulk(service, customers.writers);
  return [...compare(costs), bulk];
}

/** Takes the next of a list at every call, from its beginning again after its end. */
function goRound<Item>(items: readonly Item[]): () => Item {
  let at = 0;
  return () => items[at++ % items.length]!;
}

async function measureCalls(service: ServiceSubject, next: Subject, { readers, writers }: Customers) {
  const cursors = await findCursors(service, readers);
  const nextReader = goRound(readers);
  const nextWriter = goRound(writers);
  let asked = 0;
  const read = (pathOf: (codeIds: string[]) => string) => (): Call => {
    const { authorization, codeIds } = nextReader();
    return { method: "GET", path: pathOf(codeIds), headers: { authorization } };
  };
  const calls = {
    get: read((codeIds) => `${path}/${codeIds[asked++ % codeIds.length]}`),
    list: read(() => `${path}?limit=20`),
    search: read(() => `${path}?limit=20&search=TABLE%2017&sort=name&order=asc`),
    ranked: read(() => `${path}?limit=20&search=TABLE%2017`),
    cursor: (): Call => {
      const { authorization } = nextReader();
      const cursor = cursors.get(authorization) ?? "";
      return { method: "GET", path: `${path}?limit=20&cursor=${cursor}`, headers: { authorization } };
    },
    post: (): Call => ({
      method: "POST",
      path,
      body: JSON.stringify({ name: "Table 4", type: "url", content: longAddress }),
      headers: nextWriterHeaders(nextWriter),
    }),
    constant: (): Call => ({ method: "GET", path: "/constant" }),
  };
  // A server is judged as it runs for days: by then V8 has compiled what it will.
  await sendMany(next.origin, calls.constant, warmUps);
  await sendMany(service.origin, calls.get, warmUps);
  await sendMany(service.origin, calls.list, warmUps / 3);
  await sendMany(service.origin, calls.post, warmUps);
  return takeMiddles(
    await interleave(rounds, {
      get: () => measureCost(service, calls.get, 3_000, service),
      constant: () => measureCost(next, calls.constant, 3_000),
      post: () => measureCost(service, calls.post, 3_000, service),
      list: () => measureCost(service, calls.list, 2_000, service),
      search: () => measureCost(service, calls.search, 500, service),
      ranked: () => measureCost(service, calls.ranked, 500, service),
      cursor: () => measureCost(service, calls.cursor, 500, service),
    }),
  );
}

/** The page in the middle of an account's codes. */
const middlePage = 12;

/** By the key of each account the cursor that its middle page ends with. */
async function findCursors({ origin }: Subject, readers: readonly Customer[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { authorization } of readers) {
    const answer = await fetch(`${origin}${path}?limit=20&page=${middlePage}`, {
      headers: { authorization },
    });
    const { pagination } = (await answer.json()) as { pagination: { nextCursor: string } };
    found.set(authorization, encodeURIComponent(pagination.nextCursor));
  }
  return found;
}

function nextWriterHeaders(nextWriter: () => Customer): Record<string, string> {
  return { authorization: nextWriter().authorization };
}

type Costs = Awaited<ReturnType<typeof measureCalls>>;

function compare({ get, post, list, search, ranked, cursor, constant }: Costs): Ratio[] {
  const row = (what: string, ours: Cost, peer: Cost, ratio: number, aim: Ratio["aim"]): Ratio => ({
    what,
    ours: formatCost(ours),
    peer: formatCost(peer),
    ratio,
    aim,
  });
  const timeOf = ({ perSecond }: Cost) => 1 / perSecond;
  return [
    row("GET of one code : constant Next handler", get, constant, constant.cpuMs / get.cpuMs, { atLeast: 2 }),
    row("  in requests a second", get, constant, get.perSecond / constant.perSecond, null),
    row("POST of one code : constant Next handler", post, constant, constant.cpuMs / post.cpuMs, {
      atLeast: 1,
    }),
    row("  in requests a second", post, constant, post.perSecond / constant.perSecond, null),
    row("time of a page of 20 of 500 : GET of one", list, get, timeOf(list) / timeOf(get), { atMost: 3 }),
    row("time of a search sorted by name : GET of one", search, get, timeOf(search) / timeOf(get), null),
    row("time of a search by rank : a page of 20 of 500", ranked, list, timeOf(ranked) / timeOf(list), {
      atMost: 1.5,
    }),
    row("time of a page by cursor, amid 500 : the first page", cursor, list, timeOf(cursor) / timeOf(list), {
      atMost: 1.5,
    }),
    ...Object.entries({ GET: get, POST: post, "a page": list }).map(([what, { cpuMs, databaseMs }]) => ({
      what: `  PostgreSQL's CPU beside the service's own, ${what}`,
      ours: formatMs(cpuMs),
      peer: formatMs(databaseMs),
      ratio: databaseMs / cpuMs,
      aim: null,
    })),
  ];
}

/** One client that creates 100 codes in a call and takes their pictures, against the drawing of the same pictures alone. */
async function measureBulk({ origin }: Subject, writers: readonly Customer[]): Promise<Ratio> {
  const nextWriter = goRound(writers);
  let made = 0;
  const newContents = () =>
    Array.from({ length: bulkSize }, () => `${longAddress.slice(0, -8)}${1e7 + made++}`);
  const figures = await interleave(rounds, {
    ours: () => timeEach(async () => createMany(origin, nextWriter(), newContents())),
    loop: () => timeEach(async () => void newContents().map(drawDataUrl)),
  });
  const [ours, loop] = [median(figures.ours), median(figures.loop)];
  return {
    what: `bulk create of ${bulkSize} with images : a loop that draws them`,
    ours: formatMs(ours),
    peer: formatMs(loop),
    ratio: ours / loop,
    aim: { atMost: 3 },
  };
}

async function createMany(origin: string, { authorization }: Customer, contents: string[]): Promise<void> {
  const qrCodes = contents.map((content, index) => ({ name: `Table ${index}`, type: "url", content }));
  const headers = { "content-type": "application/json", authorization };
  const body = JSON.stringify({ qrCodes });
  const answer = await fetch(`${origin}${path}/bulk`, { method: "POST", headers, body });
  const { summary } = (await answer.json()) as { summary?: { successful: number } };
  if (summary?.successful !== bulkSize) throw new Error(`bulk create: ${answer.status}`);
}

function drawDataUrl(content: string): string {
  const matrix = encodeMatrix(content, { level: "M" });
  const { style } = resolveStyle(null, matrix);
  const png = encodePng(drawRaster(matrix, style), (bytes) =>
    deflateSync(bytes, { level: 1, chunkSize: 4096 }),
  );
  return `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
}

/** Milliseconds of one run, the median of several. */
async function timeEach(run: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < bulkCalls; call++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}
