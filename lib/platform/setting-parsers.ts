import { isIP } from "node:net";
import { z } from "zod";
import { parseUrl } from "./errors";

/** How the text of a setting becomes a value; what cannot is told in words that follow the setting's name. */

export function isUrlOf(text: string, ...protocols: string[]): boolean {
  const url = parseUrl(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "";
}

/** Also with the host as a parameter, as PostgreSQL's own tools write a socket's folder. */
export function isDatabaseUrl(text: string): boolean {
  const url = parseUrl(text.replace("@/", "@socket/"));
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) return false;
  return url.hostname !== "" || url.searchParams.has("host");
}

/** The addresses of a `REDIS_URL`; a comma may stand in a password. */
export function splitRedisUrl(text: string): string[] {
  return text.split(/\s*,\s*(?=rediss?:\/\/)/);
}

/** One server, or nodes of a cluster, all with the same credentials. */
export function isRedisUrl(text: string): boolean {
  const texts = splitRedisUrl(text);
  if (!texts.every((one) => isUrlOf(one, "redis:", "rediss:"))) return false;
  const accesses = texts.map((one) => {
    const { protocol, username, password } = new URL(one);
    return `${protocol}//${username}:${password}`;
  });
  return new Set(accesses).size === 1;
}

/** Of one host: a pattern like `*.example.com` is an address to a browser, and would match nothing here. */
export function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) return false;
  return /^(?:[\w.-]+|\[.+\])$/.test(url.hostname);
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== "");
}

/** `host` or `host:port` in lower case of a name or an origin; null if it is neither. */
export function readHost(text: string): string | null {
  const origin = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  return isOrigin(origin) ? new URL(origin).host : null;
}

/** A list whose every item `read` understands; the fault names the first that it does not. */
export function listOf<T>(read: (item: string) => T | null, expected: string) {
  return z
    .string()
    .default("")
    .transform((text, context): T[] => {
      const items: T[] = [];
      for (const item of splitList(text)) {
        const value = read(item);
        if (value === null) context.addIssue(`must be a list of ${expected}, with commas; "${item}" is none`);
        else items.push(value);
      }
      return items;
    });
}

export const url = (expected: string, ...protocols: string[]) =>
  z.string().refine((text) => isUrlOf(text, ...protocols), `must be ${expected}`);

export const secret = z
  .string()
  .min(32, "must have 32 or more characters, like the output of: openssl rand -base64 32")
  .optional();

export const number = (min: number, max: number, fallback: number) =>
  z
    .string()
    .default(String(fallback))
    .refine(
      (text) => /^\d{1,7}(?:\.\d{1,6})?$/.test(text) && Number(text) >= min && Number(text) <= max,
      `must be a number from ${min} to ${max}`,
    )
    .transform(Number);

export const port = z
  .string()
  .refine(
    (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
    "must be a whole number from 1 to 65535",
  )
  .transform(Number);

/** An address of a name server, with a port or not, as `dns.setServers` takes it. */
export function readNameServer(text: string): string | null {
  const [, bracketed, plain, port] =
    /^(?:\[([^\]]+)\]|([^:]+|[^:]*:[^:]*:.*?))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = bracketed ?? plain ?? "";
  const portNumber = Number(port ?? 53);
  if (isIP(address) === 0 || portNumber < 1 || portNumber > 65_535) return null;
  return port === undefined ? address : isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;
}

export const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, "must be the name of a header, like CF-IPCountry")
  .transform((name) => name.toLowerCase())
  .optional();
