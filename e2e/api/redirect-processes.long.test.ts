import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { deleteCode, updateCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { startVisitors } from "../support/process/visitors";
import { findProcesses } from "../support/service";
import { countVisits, type ShortUrl, visit } from "../support/short-urls";

const menu = "https://example.com/menu";
/** What is to take a second takes three at most, however busy the machine is. */
const aSecondMs = 3_000;
const blocklist = join(mkdtempSync(join(tmpdir(), "quietzone-blocklist-")), "blocked.txt");
let own: OwnServices;
beforeAll(async () => {
  writeFileSync(blocklist, "# nobody yet\n");
  own = await openOwnServices(4, { settings: { BLOCKLIST_FILE: blocklist } });
  return async () => {
    await own.close();
    rmSync(dirname(blocklist), { recursive: true });
  };
});

const visitAll = ({ path }: ShortUrl) =>
  Promise.all(own.services.map(({ baseUrl }) => visit(path, { baseUrl })));
const leadsOf = async (code: ShortUrl) => (await visitAll(code)).map(({ headers }) => headers.location);

/** Waits until every process answers so; the change itself has been confirmed. */
async function expectSoon(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const deadline = performance.now() + aSecondMs;
  for (;;) {
    const seen = await read();
    if (JSON.stringify(seen) === JSON.stringify(expected)) return;
    if (performance.now() > deadline) return expect(seen).toEqual(expected);
  }
}

describe("P6: four processes on one database", () => {
  it("redirect to a new target within seconds, and answer 404 once the code is deleted", async () => {
    const code = await own.newCode();
    expect(await leadsOf(code)).toEqual([menu, menu, menu, menu]);
    for (const content of ["https://example.com/two", "https://example.com/three"]) {
      await updateCode(own.caller, code.id, { content });
      await expectSoon(() => leadsOf(code), [content, content, content, content]);
    }
    await deleteCode(own.caller, code.id);
    const statuses = async () => (await visitAll(code)).map(({ status }) => status);
    await expectSoon(statuses, [404, 404, 404, 404]);
  });

  it("miss no change while their listening connections are cut repeatedly", async () => {
    const code = await own.newCode();
    await leadsOf(code);
    for (let round = 0; round < 3; round += 1) {
      const content = `https://example.com/${round}`;
      const { rowCount } = await sql.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'quietzone listener'",
      );
      expect(rowCount).toBeGreaterThan(0);
      await updateCode(own.caller, code.id, { content });
      await expectSoon(() => leadsOf(code), [content, content, content, content]);
    }
  });

  it("count every scan once, whichever process answered", async () => {
    const code = await own.newCode();
    for (let i = 0; i < 5; i += 1) await visitAll(code);
    expect(await countVisits(code)).toEqual({ scans: 20, counted: 20, excluded: [] });
  });
});

/** What the interfaces answer to a code that leads there: status, error code, the first detail's. */
async function offer(path: string, method: string, content: string): Promise<unknown[]> {
  const answer = await fetch(`${own.services[0]?.baseUrl}${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${own.key.apiKey}` },
    body: JSON.stringify({ name: "x", type: "url", content }),
  });
  const { code, details } = (await answer.json()) as { code?: string; details?: { code: string }[] };
  return [answer.status, code, details?.[0]?.code];
}

it("P3: blocked addresses are refused on create and update and no longer redirected to", async () => {
  const code = await own.newCode();
  const content = "https://shop.evil.example/";
  await updateCode(own.caller, code.id, { content });
  await expectSoon(() => leadsOf(code), [content, content, content, content]);
  writeFileSync(blocklist, "evil.example\n");
  const statusesOf = async (path: string) =>
    (await Promise.all(own.services.map(({ baseUrl }) => visit(path, { baseUrl })))).map(
      ({ status }) => status,
    );
  await expectSoon(() => statusesOf(code.path), [410, 410, 410, 410]);
  expect(await statusesOf(`${code.path}+`)).toEqual([410, 410, 410, 410]);
  const refused = [400, "invalid_url", "blocked"];
  const other = "http://EVIL.example:8080/x";
  expect(await offer("/api/v1/qr-codes", "POST", other)).toEqual(refused);
  expect(await offer(`/api/v1/qr-codes/${code.id}`, "PUT", other)).toEqual(refused);
  expect(await offer("/api/public/qr-codes", "POST", other)).toEqual(refused);
  // A list that can't be read changes nothing.
  writeFileSync(blocklist, "no host\n");
  const saysSo = async () => {
    // A request makes each process check the file, at most once per second.
    await statusesOf(code.path);
    return own.services.every(({ output }) => output().includes("the blocklist cannot be read"));
  };
  await expect.poll(saysSo).toBe(true);
  expect(await statusesOf(code.path)).toEqual([410, 410, 410, 410]);
  writeFileSync(blocklist, "other.example\n");
  await expectSoon(() => leadsOf(code), [content, content, content, content]);
});

describe("W3: database killed under load", () => {
  it("redirects every known code, loses and repeats no scan, and recovers without help", async () => {
    const codes = [await own.newCode(), await own.newCode(), await own.newCode()];
    // One is known from its first scan on, the others from the start of the process: none has been asked for here.
    const [service] = own.services as [OwnServices["services"][0]];
    for (const code of codes) await visit(code.path, { baseUrl: service.baseUrl });
    const visitors = startVisitors(service.baseUrl, codes, 16);
    onTestFinished(visitors.stop);
    await expect.poll(() => total(visitors.led)).toBeGreaterThan(50);
    const before = total(visitors.led);
    const servers = () =>
      findProcesses(join(own.folder, "database", "cluster")).map((line) => Number.parseInt(line, 10));
    const [postmaster = 0] = servers();
    process.kill(postmaster, "SIGQUIT");
    const killedAt = performance.now();
    await expect.poll(servers).not.toContain(postmaster);
    const health = () => fetch(`${service.baseUrl}/api/health/ready`).then(({ status }) => status);
    await expect.poll(health, { timeout: 15_000, interval: 100 }).toBe(200);
    expect(performance.now() - killedAt).toBeLessThan(15_000);
    const back = total(visitors.led);
    await expect.poll(() => total(visitors.led)).toBeGreaterThan(back + 50);
    await visitors.stop();

    expect([...visitors.outcomes.keys()]).toEqual([`302 ${menu}`]);
    expect(before).toBeGreaterThan(50);
    expect(total(visitors.led)).toBeGreaterThan(before);
    for (const code of codes) {
      const answered = 1 + (visitors.led.get(code.id) ?? 0);
      const stored = { scans: answered, counted: answered, excluded: [] };
      await expect.poll(() => countVisits(code), { timeout: 15_000, interval: 100 }).toEqual(stored);
    }
    const code = codes[0] as ShortUrl;
    await updateCode(own.caller, code.id, { content: "https://example.com/after" });
    await expectSoon(async () => (await leadsOf(code))[0], "https://example.com/after");
  });

  const total = (led: ReadonlyMap<string, number>) =>
    [...led.values()].reduce((sum, count) => sum + count, 0);
});
