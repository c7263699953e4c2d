import { once } from "node:events";
import { createServer, request as requestHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import type { Page, Request, Response } from "playwright";
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { advanceImport, createImport } from "@/lib/imports";
import { sql } from "@/lib/platform/db";
import { newAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { insertDomain } from "../support/domains";
import { newOperator } from "../support/operator";
import { insertWebhooks } from "../support/tenant-webhooks";
import { turnOn } from "../support/two-factor";
import { contextOf, type OpenOptions, screens, withBrowser } from "./browser";
import { type Furnished, fillPath, furnish, inspectPages, pagePaths } from "./furnished";
import { signedIn } from "./signed-in";

// `withBrowser` fails each of these for a request to another origin, a violation of the policy, an error in the console.
const open = withBrowser();

/** How long after its load a page may still fetch scripts that count. What comes later is fetched because somebody acts. */
const countedMs = 2_000;

/** How long a page must stay still to count as loaded. No event reports the absence of a shift. */
const restMs = 300;

/** How long a document that is cut keeps the browser waiting: several frames. */
const heldMs = 300;

/** A grade that is read back changes its own digits by less; a line of text that moves is many times as much. */
const leastShift = 0.0003;

const timezoneId = "Asia/Tokyo";

let house: Furnished;
let options: OpenOptions;
let operator: Awaited<ReturnType<typeof newOperator>>;
/** Ids in addresses, by what stands for them. */
let ids: Record<string, string>;
beforeAll(async () => {
  house = await furnish();
  operator = await newOperator();
  const [webhook] = await insertWebhooks(sql, [
    { accountId: house.account.accountId, environment: "production" },
  ]);
  const domain = await insertDomain(house.account);
  const refused = { row: 2, name: "Menu", type: "url", content: "menu", isDynamic: true };
  const file = { name: "menus.csv", presetId: null, rows: [refused], leftOut: [] };
  const caller = { ...house.caller, userId: house.account.userId };
  const { id: importId } = await createImport(caller, file);
  await advanceImport(caller, importId);
  ids = {
    "{webhook}": webhook?.id ?? "",
    "{account}": house.account.accountId,
    "{domain}": domain.id,
    "{import}": importId,
  };
  options = { ...(await signedIn(house.account)), timezoneId };
});

const isMono = (font: { url: () => string }) => /mono/i.test(font.url());

interface Loaded {
  scripts: { url: string; text: string; bytes: number }[];
  fonts: string[];
}

/** Loads a page into an empty cache; returns what it fetches without anybody touching it, scripts compressed. */
async function load(path: string, font: Font, who: OpenOptions): Promise<Loaded> {
  const first = await open("/goodbye", who);
  const fresh = await first.context().newPage();
  const answers: Response[] = [];
  const pending = new Set<Request>();
  fresh.on("request", (request) => pending.add(request));
  fresh.on("response", (response) => answers.push(response));
  fresh.on("requestfinished", (request) => pending.delete(request));
  fresh.on("requestfailed", (request) => pending.delete(request));
  const ofType = (type: string) => answers.filter((answer) => answer.request().resourceType() === type);
  await fresh.goto(path, { waitUntil: "load" });
  // On a busy machine the code of a page may be shown later than the time that counts.
  if (font === "code") await vi.waitFor(() => expect(ofType("font").some(isMono), path).toBe(true), 30_000);
  await fresh.waitForTimeout(countedMs);
  const listPending = () =>
    [...pending]
      .filter((request) => request.resourceType() !== "eventsource")
      .map((request) => request.url());
  await vi.waitFor(() => expect(listPending(), path).toEqual([]), 30_000);
  const scripts = await Promise.all(
    ofType("script").map(async (response) => {
      const body = await response.body();
      return { url: response.url(), text: body.toString(), bytes: gzipSync(body).length };
    }),
  );
  await first.context().close();
  return { scripts, fonts: ofType("font").map((response) => response.url()) };
}

/** A context of somebody who has entered the password and not yet the code. */
async function halfSignedIn(): Promise<OpenOptions> {
  const account = await newAccount("free");
  await turnOn(account);
  const session = new BrowserSession(inject("baseUrl"));
  await session.signIn(account.email, account.password);
  const where = { domain: new URL(inject("baseUrl")).hostname, path: "/", expires: -1 };
  const how = { httpOnly: true, secure: false, sameSite: "Lax" } as const;
  const cookies = [...session.cookies].map(([name, value]) => ({ name, value, ...where, ...how }));
  return { storageState: { cookies, origins: [] } };
}

/** A page of somebody whose browser has told the zone of its clocks, as it does where one signs in. */
async function openTold(who: OpenOptions): Promise<Page> {
  const page = await open("/settings", who);
  const isTold = async () => (await page.context().cookies()).some(({ name }) => name === "quietzone-zone");
  await expect.poll(isTold).toBe(true);
  return page;
}

/** A front of the service whose document of `path` stops for a while behind `mark`, as on a slow line. */
async function startCutting(path: string, mark: string): Promise<string> {
  const service = new URL(inject("baseUrl"));
  const server = createServer((asked, answer) => {
    const { method, url, headers } = asked;
    const isCut = url === path;
    const forwarded = { ...headers, host: service.host, ...(isCut && { "accept-encoding": "identity" }) };
    const request = requestHttp(
      new URL(url ?? "/", service),
      { method, headers: forwarded },
      async (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        if (!isCut) return response.pipe(answer);
        const html = await text(response);
        const cut = html.indexOf(mark, html.indexOf("<aside"));
        expect(cut, mark).toBeGreaterThan(0);
        answer.write(html.slice(0, cut));
        setTimeout(() => answer.end(html.slice(cut)), heldMs);
      },
    );
    asked.pipe(request);
  });
  server.listen(0, service.hostname);
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The same host, whose cookies are known.
  return `http://${service.hostname}:${(server.address() as AddressInfo).port}`;
}

/** What has moved on a page since it was first seen, without anybody touching it. */
async function listShifts(page: Page): Promise<string[]> {
  await page.waitForTimeout(restMs);
  return page.evaluate(
    (leastShift) =>
      new Promise<string[]>((resolve) => {
        interface Shift extends PerformanceEntry {
          value: number;
          hadRecentInput: boolean;
          sources: Source[];
        }
        interface Source {
          node: Node | null;
          previousRect: DOMRectReadOnly;
          currentRect: DOMRectReadOnly;
        }
        const describe = ({ node, previousRect: from, currentRect: to }: Source) =>
          `${from.x},${from.y} → ${to.x},${to.y} ${node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent}`;
        // Text painted before the document is parsed grows in place as the rest of it arrives.
        const [{ domInteractive } = { domInteractive: 0 }] = performance.getEntriesByType(
          "navigation",
        ) as PerformanceNavigationTiming[];
        const hasGrown = ({ previousRect: from, currentRect: to }: Source) =>
          from.y === to.y && from.height === to.height && from.left >= to.left && from.right <= to.right;
        const isParsing = ({ startTime, sources }: Shift) =>
          startTime < domInteractive && sources.every(hasGrown);
        new PerformanceObserver((list) => {
          const shifts = (list.getEntries() as Shift[]).filter(
            (shift) => !shift.hadRecentInput && shift.value >= leastShift && !isParsing(shift),
          );
          resolve(
            shifts.map(({ value, sources }) => `${value.toFixed(4)}: ${sources.map(describe).join(" | ")}`),
          );
        }).observe({ type: "layout-shift", buffered: true });
        // Without an entry the observer is never called.
        setTimeout(() => resolve([]), 100);
      }),
    leastShift,
  );
}

/** What decides whether a page fetches the font of code; "reports" show short links of other tests, or there are none. */
type Font = "code" | "no code" | "reports";

/** The most that the scripts of each page may weigh in kB, and whether it shows code, which has a font of its own. */
const bounds: readonly (readonly [path: string, kB: number, font: Font])[] = [
  ["/codes", 180, "no code"],
  // The encoder and the rules of every content draw the code as one types. See docs/decisions/0012-dashboard-libraries.md.
  ["/codes/new", 206, "code"],
  ["/codes/{dynamic}", 285, "code"],
  ["/codes/{dynamic}/edit", 206, "code"],
  ["/analytics", 340, "no code"],
  ["/bulk", 180, "no code"],
  ["/bulk/{import}", 180, "no code"],
  ["/domains", 180, "no code"],
  ["/domains/{domain}", 180, "code"],
  ["/api-keys", 180, "code"],
  ["/usage", 180, "code"],
  ["/webhooks", 180, "code"],
  ["/webhooks/{webhook}", 180, "code"],
  ["/deliveries", 180, "code"],
  ["/sandbox", 180, "code"],
  ["/mcp", 180, "code"],
  ["/plan", 180, "no code"],
  ["/settings", 180, "no code"],
  ["/support", 180, "no code"],
];

const strangersBounds: typeof bounds = [
  ["/", 190, "code"],
  ["/docs", 150, "code"],
  ["/docs/api", 150, "code"],
  ["/docs/api/qr-codes", 150, "code"],
  ["/docs/errors", 150, "code"],
  ["/docs/goals", 159, "code"],
  ["/docs/mcp", 150, "code"],
  ["/docs/smart-targets", 150, "code"],
  ["/docs/webhooks", 150, "code"],
  ["/docs/with-a-key", 150, "code"],
  ["/report/aZ09bY18", 150, "code"],
  ["/sign-in", 155, "no code"],
  ["/sign-up", 155, "no code"],
  ["/sign-up/confirm", 155, "no code"],
  ["/forgot-password", 155, "no code"],
  ["/reset-password", 155, "no code"],
  ["/confirm-email", 155, "no code"],
  ["/goodbye", 155, "no code"],
];

/** Of somebody who has entered the password and not yet the code: its field has the focus, at which the validator is loaded. */
const halfwayBounds: typeof bounds = [["/sign-in/code", 188, "no code"]];

const operatorsBounds: typeof bounds = [
  ["/admin", 180, "no code"],
  ["/admin/accounts", 180, "no code"],
  ["/admin/accounts/{account}", 180, "code"],
  ["/admin/codes", 180, "code"],
  ["/admin/reports", 180, "reports"],
  ["/admin/requests", 180, "no code"],
];

/** An address of the table with ids of the account that looks. */
const fill = (path: string) => fillPath(path, house).replace(/\{\w+\}/, (mark) => ids[mark] ?? mark);

/** Pages that load at the same time: most of each load is the two seconds in which nothing may come. */
const loadsAtOnce = 4;

const loads = new Map<string, Promise<Loaded>>();

/** Loads the pages of all tables; what fails is thrown in the page's own test. */
async function loadAll(tables: readonly (readonly [typeof bounds, OpenOptions])[]): Promise<void> {
  const waiting = tables.flatMap(([table, who]) => table.map(([path, , font]) => ({ path, font, who })));
  const loadNext = async (): Promise<void> => {
    const next = waiting.shift();
    if (next === undefined) return;
    const loaded = load(fill(next.path), next.font, next.who);
    loads.set(next.path, loaded);
    await loaded.catch(() => undefined);
    return loadNext();
  };
  await Promise.all(Array.from({ length: loadsAtOnce }, loadNext));
}

async function expectWeight([path, most, font]: (typeof bounds)[number]): Promise<Loaded> {
  const loaded = await (loads.get(path) as Promise<Loaded>);
  const heaviest = loaded.scripts.toSorted((a, b) => b.bytes - a.bytes);
  const total = heaviest.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = heaviest.map(({ url, bytes }) => `${bytes} ${url}`).join("\n");
  expect(total, list).toBeGreaterThan(100_000);
  expect(total, list).toBeLessThanOrEqual(most * 1_000);
  const mono = loaded.fonts.filter((url) => /mono/i.test(url));
  if (font !== "reports") expect(mono.length, loaded.fonts.join("\n")).toBe(font === "code" ? 1 : 0);
  return loaded;
}

describe("the first load of a page", () => {
  beforeAll(async () => {
    await loadAll([
      [bounds, options],
      [strangersBounds, {}],
      [halfwayBounds, await halfSignedIn()],
      [operatorsBounds, await signedIn(operator)],
    ]);
  }, 180_000);

  it.each(bounds)(
    "of %s has at most %i kB of compressed scripts, and the fonts of a page with %s",
    async (...bound) => {
      const { scripts } = await expectWeight(bound);
      // The palette comes when it is opened.
      expect(scripts.filter(({ text }) => text.includes("cmdk-item"))).toEqual([]);
    },
  );

  it.each([...strangersBounds, ...halfwayBounds])(
    "of %s, signed out, has at most %i kB of scripts, and the fonts of a page with %s",
    async (...bound) => {
      await expectWeight(bound);
    },
  );

  it.each(operatorsBounds)(
    "of %s, for the operator, has at most %i kB of scripts, and the fonts of a page with %s",
    async (...bound) => {
      await expectWeight(bound);
    },
  );
});

describe.each([screens[0], screens[2]])("on a $name", (screen) => {
  it("nothing moves while a page with data loads", async () => {
    const page = await openTold({ ...options, ...contextOf(screen) });
    const paths = [...pagePaths.map(fill), "/api-keys", "/plan", "/settings"];
    expect(await inspectPages(page, paths, listShifts)).toEqual({});
  });

  it("nothing moves on the pages of an empty account on Free or Developer", async () => {
    for (const [plan, paths] of [
      ["free", ["/codes", "/analytics", "/support"]],
      ["developer", ["/codes", "/api-keys"]],
    ] as const) {
      const page = await openTold({
        ...(await signedIn(await newAccount(plan))),
        timezoneId,
        ...contextOf(screen),
      });
      expect(await inspectPages(page, paths, listShifts), plan).toEqual({});
    }
  });
});

it("nothing moves when the document stalls in the middle of the sidebar", async () => {
  const who = await signedIn(await newAccount("free"));
  const baseURL = await startCutting("/analytics", " of 10 codes");
  const page = await open("/settings", { ...who, timezoneId, baseURL });
  await page.goto("/analytics");
  expect(await listShifts(page)).toEqual([]);
});
