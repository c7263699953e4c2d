import { expect, inject } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1 } from "./accounts";
import { type RawAnswer, sendRaw } from "./process/raw-http";
import { newClient } from "./public-api";

/** A phone as a person holds it. */
export const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

/** A dynamic code as the tests need it. */
export interface ShortUrl {
  id: string;
  shortCode: string;
  /** `/r/…` */
  path: string;
}

/** Makes a dynamic code over the interface; one that leads to a menu unless told. */
export async function newShortUrl(apiKey: string, body: Record<string, unknown> = {}): Promise<ShortUrl> {
  const code = { name: "Menu", type: "url", content: "https://example.com/menu", isDynamic: true, ...body };
  const { status, json, text } = await callV1(apiKey, "POST", "/qr-codes", { body: code });
  expect(status, text).toBe(201);
  const { pathname } = new URL(String(json.shortUrl));
  return { id: String(json.id), shortCode: pathname.slice(3), path: pathname };
}

/** Where the service under test has the short URL of a code that the domain made in this process, which knows not its port. */
export function servedUrl({ shortUrl }: { shortUrl: string | null }): string {
  if (shortUrl === null) throw new Error("A static code has no short URL.");
  return `${inject("baseUrl")}${new URL(shortUrl).pathname}`;
}

export interface VisitOptions {
  method?: string;
  client?: string;
  headers?: Record<string, string>;
  baseUrl?: string;
}

/** Calls a short URL as its bytes stand here, from a phone of its own unless told; nothing is followed. */
export function visit(target: string, options: VisitOptions = {}): Promise<RawAnswer> {
  const { method = "GET", client = newClient(), baseUrl = inject("baseUrl") } = options;
  const headers = {
    Host: "localhost",
    "User-Agent": phone,
    "X-Forwarded-For": client,
    ...options.headers,
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return sendRaw(Number(new URL(baseUrl).port), `${method} ${target} HTTP/1.1\r\n${lines.join("")}\r\n`);
}

/** What was stored of a code's visits: persons' and others'. */
export async function countVisits({
  id,
}: ShortUrl): Promise<{ scans: number; counted: number; excluded: string[] }> {
  const { rows } = await sql.query(
    `SELECT (SELECT count(*)::int FROM scan WHERE qr_code_id = $1) AS scans,
       (SELECT scan_count FROM qr_code WHERE id = $1) AS counted,
       ARRAY(SELECT reason FROM excluded_scan WHERE qr_code_id = $1 ORDER BY reason)::text[] AS excluded`,
    [id],
  );
  return rows[0];
}
