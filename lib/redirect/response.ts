import { LRUCache } from "lru-cache";
import { findServedDomain, hasServedDomains, type ServedDomain } from "@/lib/domains/served";
import { env } from "@/lib/platform/env";
import { isShortPath, shortPathSource } from "@/lib/platform/short-path";
import { findTarget, type Target } from "@/lib/targets";
import type { Page } from "./pages";

/** A call of a short URL as a plain value, so that the front and Next's route handler answer by the same function. */
export interface Call {
  method: string;
  /** As it stands in the request line, without the query. */
  path: string;
  /** As it stands in the request line, without the question mark; absent or empty: there is none. */
  query?: string;
  /** Names in lower case. The headers that `GEO_COUNTRY_HEADER` and `GEO_CITY_HEADER` name only where they may be believed. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Vetted; empty where it is not known. */
  clientAddress: string;
  requestId: string;
  /** The own domain that it came to; absent for `/r/…` on any other host. */
  domain?: ServedDomain;
}

/** Headers by which browsers say that they fetch ahead of a person's wish. */
const purposes = ["purpose", "sec-purpose", "x-purpose", "x-moz"] as const;

export function readText(headers: Call["headers"], name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

export function readPurpose(headers: Call["headers"]): string | undefined {
  let purpose: string | undefined;
  for (const name of purposes) {
    const value = readText(headers, name);
    if (value !== undefined) purpose = purpose === undefined ? value : `${purpose}, ${value}`;
  }
  return purpose;
}

/** What a proxy of the operator's says of the place; an empty country where it could name one and does not. */
export function readPlace(headers: Call["headers"]): {
  country?: string | undefined;
  city?: string | undefined;
} {
  const { geoCountryHeader, geoCityHeader } = env;
  return {
    country: geoCountryHeader === undefined ? undefined : (readText(headers, geoCountryHeader) ?? ""),
    city: geoCityHeader === undefined ? undefined : readText(headers, geoCityHeader),
  };
}

/** An answer as plain values; `body` is sent whole. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
}

/** Most visits see none of them. */
const openPages = () => import("./pages");

/** The host of an address that could be a short URL. */
const shortUrl = new RegExp(`^https?://([^/?#]+)/+r/${shortPathSource}(?:[?#]|$)`);

/** A short URL at the host that the visitor used is the service's own, whatever its name, and could lead in a circle. */
export function isShortUrlAt(host: string | undefined, url: string): boolean {
  const own = shortUrl.exec(url)?.[1];
  return own !== undefined && own === host?.toLowerCase();
}

/** Whether an address is a short URL at the service's host of today, or at the visit's, which a proxy may name beside its own. */
function isOnServiceHost(url: string, { headers }: Call): boolean {
  if (!shortUrl.test(url)) return false;
  const hosts = [readText(headers, "host"), readText(headers, "x-forwarded-host"), new URL(env.baseUrl).host];
  return hosts.some((host) => isShortUrlAt(host, url));
}

/** Host and first segment of an address without a second one, as an own domain has its short URLs. */
const oneSegment = /^https?:\/\/([^/?#:]+?)\.?(?::\d+)?\/+([^/?#]*)(?:[?#]|$)/;

/** The domain of an address on an own domain, and what follows its host, empty for its root; undefined for every other address. */
export function readOnDomain(url: string): { domain: ServedDomain; path: string } | undefined {
  if (!hasServedDomains()) return undefined;
  const [, host, path] = oneSegment.exec(url) ?? [];
  const domain = host === undefined ? undefined : findServedDomain(host);
  return domain === undefined || path === undefined ? undefined : { domain, path };
}

/** Whether an address could be a short URL of this service. */
export function isShortUrl(url: string, call: Call): boolean {
  return isOnServiceHost(url, call) || Boolean(readOnDomain(url)?.path);
}

/** As old as any target may be; without it each visit of a code that leads to a proved website would ask the database. */
const openedMs = 1_000;
const opened = new LRUCache<string, Promise<boolean>>({ max: 1_000, ttl: openedMs });

/**
 * Whether an address opens a code on an own domain. The host may be a website that has only been proved, and its other pages are
 * not short URLs. While the database can't say, none is.
 */
export async function opensCode(url: string): Promise<boolean> {
  const { domain, path } = readOnDomain(url) ?? {};
  if (domain === undefined || path === undefined || !isShortPath(path, true)) return false;
  const address = `${domain.id}/${path}`;
  const known = opened.get(address);
  if (known !== undefined) return known;
  const asked = findTarget(path, false, domain.id).then(
    (target) => target !== null,
    () => false,
  );
  opened.set(address, asked);
  return asked;
}

/**
 * A redirect of a code. One that could lead in a circle gets a page in its place: a short URL leads to no other.
 *
 * @param from the short code that leads there, by which the page is reported.
 */
export async function sendTo(url: string, call: Call, from: string): Promise<Answer> {
  const isCircle = isOnServiceHost(url, call) || (readOnDomain(url) !== undefined && (await opensCode(url)));
  return isCircle ? showPage({ kind: "closed", why: "blocked" }, call, from) : redirectTo(url, call);
}

/** Nobody keeps it, so that the next scan asks again; and where it leads learns nothing of where it came from. */
export function redirectTo(url: string, { requestId }: Call): Answer {
  return {
    status: 302,
    headers: {
      Location: url,
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
      "X-Request-Id": requestId,
      "Content-Length": "0",
    },
    body: null,
  };
}

/** A page in the visitor's language; with a short code or slug where there is a code that could be reported. */
export async function showPage(page: Page, call: Call, reported: string | null): Promise<Answer> {
  const { chooseLanguage, writePage } = await openPages();
  const answer = writePage(page, {
    language: chooseLanguage(readText(call.headers, "accept-language")),
    requestId: call.requestId,
    reportUrl: reported === null ? null : `${env.baseUrl}/report/${reported}`,
    startUrl: startUrlOf(call),
    isDemo: env.isDemo,
  });
  return { ...answer, headers: { ...answer.headers, "X-Request-Id": call.requestId } };
}

/** A printed code may be opened by a host that has long moved; the start page is at the one of today. */
function startUrlOf({ domain }: Call): string | null {
  if (domain === undefined) return `${env.baseUrl}/`;
  return domain.rootUrl === null || domain.isSuspended ? null : "/";
}

/** Where the page of a code finds itself: under its own domain by the path that was visited. */
export function addressOf({ domain, path }: Call, shortCode: string): string {
  return domain === undefined ? `/r/${shortCode}` : (/^\/[^/+]+/.exec(path)?.[0] ?? path);
}

/** A file of a code's page; null where its type has none of that name. */
export async function showFile(target: Target, name: string, { requestId }: Call): Promise<Answer | null> {
  const { writeFile } = await openPages();
  const { type, content, shortCode } = target;
  const file = writeFile({ type, content, shortCode }, name);
  if (file === null) return null;
  return { status: 200, headers: { ...file.headers, "X-Request-Id": requestId }, body: file.body };
}

export function refuseMethod(call: Call): Answer {
  const { headers, ...answer } = answerText(405, "This address answers GET and HEAD only.\n", call);
  return { ...answer, headers: { Allow: "GET, HEAD", ...headers } };
}

/** Plain text in ASCII, which nobody keeps. */
export function answerText(status: number, body: string, { requestId }: Call): Answer {
  return {
    status,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": String(body.length),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
      "X-Request-Id": requestId,
    },
    body,
  };
}
