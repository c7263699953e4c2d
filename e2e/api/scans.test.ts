import { beforeAll, describe, expect, it } from "vitest";
import { newId } from "@/lib/platform/ids";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import type { Answer } from "../support/public-api";
import { newShortUrl, phone, type ShortUrl, visit } from "../support/short-urls";

let account: TestAccount;
let apiKey: string;
let menu: ShortUrl;
let door: ShortUrl;
beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
  menu = await newShortUrl(apiKey);
  door = await newShortUrl(apiKey, { name: "Door", type: "text", content: "Come in" });
  for (const code of [menu, door, menu]) await visit(code.path, { client: "81.2.69.142" });
  await visit(menu.path, { headers: { "User-Agent": "curl/8.5.0" } });
  await visit(menu.path, { method: "HEAD" });
});

interface Event {
  id: string;
  qrCodeId: string;
  scannedAt: string;
}

const list = (query: Record<string, string> = {}, key = apiKey) => callV1(key, "GET", "/scans", { query });
const eventsOf = ({ json }: Answer) => json.data as unknown as Event[];

describe("200: GET /api/v1/scans", () => {
  it("lists people's scans newest first, with every documented field", async () => {
    const answer = await list();
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.pagination).toEqual({ page: 1, limit: 20, total: 3, pages: 1, nextCursor: null });
    expect(eventsOf(answer).map(({ qrCodeId }) => qrCodeId)).toEqual([menu.id, door.id, menu.id]);
    const [, event] = eventsOf(answer);
    expect(event).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      qrCodeId: door.id,
      qrCodeName: "Door",
      qrCodeType: "text",
      shortUrl: expect.stringMatching(new RegExp(`${door.path}$`)),
      scannedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      device: "Mobile",
      os: "iOS",
      browser: "Safari",
      country: "GB",
      city: "Unknown",
      userAgent: phone,
      route: null,
      variant: null,
    });
    const times = eventsOf(answer).map(({ scannedAt }) => scannedAt);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set(times).size).toBe(3);
  });

  it("filters by code and by time, and pages", async () => {
    const [newest, middle, oldest] = eventsOf(await list()) as [Event, Event, Event];
    expect(eventsOf(await list({ qrCodeId: menu.id }))).toEqual([newest, oldest]);
    expect(eventsOf(await list({ since: oldest.scannedAt }))).toEqual([newest, middle]);
    expect(eventsOf(await list({ since: newest.scannedAt }))).toEqual([]);
    const second = await list({ limit: "1", page: "2" });
    expect(eventsOf(second)).toEqual([middle]);
    expect(second.json.pagination).toEqual({
      page: 2,
      limit: 1,
      total: 3,
      pages: 3,
      nextCursor: expect.any(String),
    });
    const beyond = await list({ page: "9" });
    expect([eventsOf(beyond), beyond.json.pagination]).toEqual([
      [],
      { page: 9, limit: 20, total: 3, pages: 1, nextCursor: null },
    ]);
    expect(eventsOf(await list({ until: middle.scannedAt }))).toEqual([middle, oldest]);
  });

  it("filters by tag, alone and with a code, and pages by cursor", async () => {
    const [newest, middle, oldest] = eventsOf(await list()) as [Event, Event, Event];
    const change = (id: string, tags: string[]) =>
      callV1(apiKey, "PUT", `/qr-codes/${id}`, { body: { tags } });
    await change(menu.id, ["Inside", "paper"]);
    await change(middle.qrCodeId, ["paper"]);
    expect(eventsOf(await list({ tag: "INSIDE" }))).toEqual([newest, oldest]);
    expect(eventsOf(await list({ tag: "inside", qrCodeId: middle.qrCodeId }))).toEqual([]);
    expect(eventsOf(await list({ tag: "paper", qrCodeId: middle.qrCodeId }))).toEqual([middle]);
    const first = await list({ tag: "paper", limit: "2" });
    const { nextCursor, ...pagination } = first.json.pagination as unknown as { nextCursor: string };
    expect([eventsOf(first), pagination]).toEqual([
      [newest, middle],
      { page: 1, limit: 2, total: 3, pages: 2 },
    ]);
    const rest = await list({ tag: "paper", limit: "2", cursor: nextCursor });
    expect([eventsOf(rest), rest.json.pagination]).toEqual([[oldest], { limit: 2, nextCursor: null }]);
    for (const path of ["/scans", "/analytics"]) {
      expect((await callV1(apiKey, "GET", path, { query: { tag: "none" } })).status).toBe(404);
      expect((await callV1(apiKey, "GET", path, { query: { tag: "a,b" } })).status).toBe(400);
    }
  });

  it("matches a code's recent scans, scan count and last scan time", async () => {
    const events = eventsOf(await list({ qrCodeId: menu.id }));
    const { json } = await callV1(apiKey, "GET", `/qr-codes/${menu.id}`);
    expect(json).toMatchObject({ scanCount: 2, lastScanned: events[0]?.scannedAt });
    expect(json.recentScans).toEqual(
      events.map(({ id, scannedAt }) => ({
        id,
        scannedAt,
        device: "Mobile",
        country: "GB",
        browser: "Safari",
        os: "iOS",
      })),
    );
  });

  it("omits scans of a deleted code at once", async () => {
    const gone = await newShortUrl(apiKey);
    await visit(gone.path);
    expect(eventsOf(await list())).toHaveLength(4);
    expect((await callV1(apiKey, "DELETE", `/qr-codes/${gone.id}`)).status).toBe(204);
    expect(eventsOf(await list())).toHaveLength(3);
  });
});

describe("GET /api/v1/scans refusals", () => {
  it.each([
    ["since", "yesterday"],
    ["since", "2026-05-01"],
    ["since", "2026-05-01T00:00:00"],
    ["since", "2026-02-30T00:00:00Z"],
    ["since", "1767225600000"],
    ["since", ""],
    ["until", "now"],
    ["page", "0"],
    ["page", "1.5"],
    ["page", "-1"],
    ["limit", "0"],
    ["limit", "101"],
    ["limit", "many"],
  ])("400: %s=%s", async (name, value) => {
    expectRefusal(await list({ [name]: value }), 400, "validation_failed", [name]);
  });

  it("400: explains how to encode a plus sign that became a space", async () => {
    const answer = await callV1(apiKey, "GET", "/scans?since=2026-05-01T12:00:00+02:00");
    const [detail] = expectRefusal(answer, 400, "validation_failed", ["since"]);
    expect(detail?.message).toContain("%2B");
    const zoneless = await callV1(apiKey, "GET", "/scans?since=2026-05-01%2012:00");
    const [other] = expectRefusal(zoneless, 400, "validation_failed", ["since"]);
    expect(other?.message).toContain("must be a date and time with its zone");
  });

  it("400: reports every invalid parameter at once, and ignores unknown ones", async () => {
    expectRefusal(await list({ since: "x", page: "0", limit: "0" }), 400, "validation_failed", [
      "limit",
      "page",
      "since",
    ]);
    expect((await list({ nonsense: "1" })).status).toBe(200);
  });

  it("404: another account's, a sandbox, an unknown and a malformed code id", async () => {
    const foreign = await newShortUrl((await newKey(await newAccount("pro"))).apiKey);
    const inSandbox = await newShortUrl((await newKey(account, { environment: "sandbox" })).apiKey);
    for (const qrCodeId of [foreign.id, inSandbox.id, newId(), "menu", "'--"]) {
      expectRefusal(await list({ qrCodeId }), 404, "not_found");
    }
  });

  it("403: without analytics:read", async () => {
    const { apiKey: weak } = await newKey(account, { permissions: ["qr:write", "webhooks:manage"] });
    expectRefusal(await list({}, weak), 403, "insufficient_permission");
  });
});
