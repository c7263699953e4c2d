import { beforeAll, describe, expect, it } from "vitest";
import { callV1, newAccount, newKey } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import type { Answer } from "../support/public-api";

let apiKey: string;
beforeAll(async () => {
  const account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
  const qrCodes = Array.from({ length: 23 }, (_, index) => ({
    name: `Table ${index}${index === 7 ? " 100% a_b c\\d" : ""}`,
    type: index % 2 === 0 ? "url" : "text",
    content: index % 2 === 0 ? `https://example.com/${index}` : `Seat ${index}`,
    isDynamic: index % 3 === 0,
  }));
  expect((await callV1(apiKey, "POST", "/qr-codes/bulk", { body: { qrCodes } })).status).toBe(201);
});

const list = (query: Record<string, string> | string = {}) =>
  callV1(apiKey, "GET", `/qr-codes?${typeof query === "string" ? query : new URLSearchParams(query)}`);
const namesOf = ({ json }: Answer) => (json.data as unknown as { name: string }[]).map(({ name }) => name);

describe("200: GET /api/v1/qr-codes", () => {
  it("returns the newest 20 by default", async () => {
    const answer = await list();
    expect(answer.json.pagination).toEqual({
      page: 1,
      limit: 20,
      total: 23,
      pages: 2,
      nextCursor: expect.any(String),
    });
    expect(namesOf(answer).map((name) => Number(name.split(" ")[1]))).toEqual(
      Array.from({ length: 20 }, (_, index) => 22 - index),
    );
    expect((answer.json.data as unknown as object[])[0]).toEqual({
      id: expect.any(String),
      name: "Table 22",
      type: "url",
      content: "https://example.com/22",
      shortUrl: null,
      slug: null,
      domain: null,
      settings: expect.objectContaining({ size: 256 }),
      routeCount: 0,
      isDynamic: false,
      state: "active",
      tags: [],
      note: null,
      archived: false,
      publicImage: false,
      imageUrl: null,
      scanCount: 0,
      lastScanned: null,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
  });

  it("combines paging, filters, search and order", async () => {
    const answer = await list({
      page: "2",
      limit: "4",
      type: "text",
      isDynamic: "false",
      search: "SEAT",
      sort: "name",
      order: "asc",
    });
    expect(answer.json.pagination).toEqual({ page: 2, limit: 4, total: 7, pages: 2, nextCursor: null });
    expect(namesOf(answer)).toEqual(["Table 13", "Table 17", "Table 19"]);
  });

  it.each(["100%", "a_b", "c\\d", "7 100% a_b c\\d"])(
    "Q14: matches a search for %j literally",
    async (search) => {
      expect(namesOf(await list({ search }))).toEqual(["Table 7 100% a_b c\\d"]);
    },
  );

  it.each(["%%", "_able", "T%", "\\%", "' OR '1'='1", '{"not":""}', "$2", "😀"])(
    "Q14: finds nothing for a search for %j",
    async (search) => {
      expect((await list({ search })).json.pagination).toMatchObject({ total: 0, pages: 0 });
    },
  );

  it("Q14: ignores an empty search and unknown parameters", async () => {
    expect((await list("search=&sort[]=password&foo=1&foo=2")).json.pagination).toMatchObject({ total: 23 });
  });

  it("Q14: returns no data for a page beyond the last", async () => {
    for (const page of [1_000_000, 1_000_001, Number.MAX_SAFE_INTEGER]) {
      const { json } = await list({ page: String(page) });
      expect(json).toEqual({
        data: [],
        pagination: { page, limit: 20, total: 23, pages: 2, nextCursor: null },
      });
    }
  });
});

describe("400: GET /api/v1/qr-codes", () => {
  it.each([
    "page=0",
    "page=-1",
    "page=1e308",
    "page=1e1",
    "page=2.5",
    "page=1;drop",
    "page=",
    "page= 1",
    "page=NaN",
    "page=Infinity",
    "page=0x10",
    "page=9007199254740992",
    "page=99999999999999999999",
    "page=%EF%BC%91",
    "limit=0",
    "limit=101",
    "limit=-5",
    "limit=ten",
    "type=URL",
    "type=",
    "type=url,text",
    "isDynamic=1",
    "isDynamic=TRUE",
    "isDynamic=",
    "sort=password",
    "sort=created_at",
    "sort=",
    "order=asc;--",
    "order=ASC",
    `search=${"x".repeat(201)}`,
    `search=${"x".repeat(10_000)}`,
    "search=a%00b",
    "search=a%1Bb",
    "page=1&page=2",
    "sort=name&sort=name",
    "search=a&search=",
  ])("Q14: %s", async (query) => {
    const [name = ""] = query.split("=");
    const details = expectRefusal(await list(query.replace(" ", "%20")), 400, "validation_failed", [name]);
    expect(details[0]?.message.length).toBeLessThan(200);
  });

  it("Q14: reports every invalid parameter at once, with its bounds", async () => {
    const details = expectRefusal(
      await list("page=0&limit=101&order=up&isDynamic=maybe"),
      400,
      "validation_failed",
    );
    expect(details).toMatchObject([
      { field: "isDynamic" },
      { field: "limit", min: 1, max: 100, message: "limit must be between 1 and 100" },
      { field: "order", allowed: ["asc", "desc"] },
      { field: "page", min: 1 },
    ]);
  });

  it.each(["search=%FF", "search=%", "search=%C0%80", "search=%ED%A0%80"])(
    "I2: rejects the broken escape %s",
    async (query) => {
      expectRefusal(await callV1(apiKey, "GET", `/qr-codes?${query}`), 400, "invalid_request");
    },
  );
});
