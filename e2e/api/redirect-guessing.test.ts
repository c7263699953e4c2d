import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { base62, newBase62 } from "@/lib/platform/ids";
import { callV1, newAccount, newKey } from "../support/accounts";
import { newClient } from "../support/public-api";
import { newShortUrl, visit } from "../support/short-urls";

let apiKey: string;
beforeAll(async () => {
  ({ apiKey } = await newKey(await newAccount("pro")));
});

/** Of 61 degrees of freedom one in 100,000 is above. */
const limit = 120;

function chiSquared(counts: readonly number[]): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  return counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
}

describe("P4: guessing short codes", () => {
  it("is hard: each letter is equally likely at each position", () => {
    const places = Array.from({ length: 8 }, () => new Array<number>(62).fill(0));
    for (let i = 0; i < 50_000; i += 1) {
      for (const [place, letter] of [...newBase62(8)].entries()) places[place]![base62.indexOf(letter)]! += 1;
    }
    for (const counts of places) expect(chiSquared(counts)).toBeLessThan(limit);
  });

  it("is hard: issued codes are random and unique", async () => {
    const body = {
      qrCodes: Array.from({ length: 100 }, () => ({
        name: "x",
        type: "text",
        content: "x",
        isDynamic: true,
      })),
    };
    const { json, status } = await callV1(apiKey, "POST", "/qr-codes/bulk", { body });
    expect(status).toBe(201);
    const codes = (json.created as unknown as { shortUrl: string }[]).map(({ shortUrl }) =>
      shortUrl.slice(-8),
    );
    expect(new Set(codes).size).toBe(100);
    for (const code of codes) expect(code).toMatch(/^[0-9A-Za-z]{8}$/);
    const counts = new Array<number>(62).fill(0);
    for (const letter of codes.join("")) counts[base62.indexOf(letter)]! += 1;
    expect(chiSquared(counts)).toBeLessThan(limit);
    const { rows } = await sql.query(
      "SELECT count(*)::int AS count FROM qr_code WHERE short_code = ANY($1)",
      [codes],
    );
    expect(rows[0].count).toBe(100);
  });

  it("is limited to 60 unknown codes per minute for each client; known codes still redirect", async () => {
    const menu = await newShortUrl(apiKey);
    const client = newClient();
    const statuses: number[] = [];
    for (let i = 0; i < 64; i += 1) {
      statuses.push((await visit(`/r/${newBase62(8)}`, { client })).status);
      if (i % 8 === 0) expect((await visit(menu.path, { client })).status).toBe(302);
    }
    expect(statuses.slice(0, 60).every((status) => status === 404)).toBe(true);
    expect(statuses.slice(60)).toEqual([429, 429, 429, 429]);
    const throttled = await visit(`/r/${newBase62(8)}`, { client });
    expect(Number(throttled.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(throttled.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(throttled.body).toMatch(/^<!doctype html>/);
    expect((await visit(menu.path, { client })).status).toBe(302);
    expect((await visit(`/r/${newBase62(8)}`)).status).toBe(404);
  });

  it("is limited for an IPv6 client by its /64", async () => {
    const net = `2001:db8:${Math.floor(Math.random() * 65_536).toString(16)}:1`;
    const statuses: number[] = [];
    for (let i = 0; i < 62; i += 1) {
      statuses.push((await visit(`/r/${newBase62(8)}`, { client: `${net}::${i.toString(16)}` })).status);
    }
    expect(statuses.slice(58)).toEqual([404, 404, 429, 429]);
  });
});
