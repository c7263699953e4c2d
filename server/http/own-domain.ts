import type { IncomingMessage } from "node:http";
import type { ServedDomain } from "@/lib/domains/served";
import { type Exchange, type FrontOptions, send } from "@/server/http/exchange";

/** The longest host name, with a dot behind it, a colon and a port. */
const longestHost = 253 + 1 + 6;
/** A name in lower case, a dot of the DNS root, a port. What else a Host header may hold is no own domain. */
const hostForm = /^([a-z0-9_.-]+?)\.?(?::\d{0,5})?$/;

/** The name in a Host header: in lower case, without port and trailing dot; null for an address of IPv6 and for garbage. */
export function readHostName(host: string): string | null {
  return host.length > longestHost ? null : (hostForm.exec(host.toLowerCase())?.[1] ?? null);
}

/**
 * The own domain that a request is for; undefined where it is for the service itself. `X-Forwarded-Host` is there only from a
 * trusted proxy; one that names no own domain does not turn an own domain into the service. Without a Host, and
 * where the target names one itself (absolute form), it is never an own domain.
 */
export function findOwnDomain(
  { headers, url = "" }: Pick<IncomingMessage, "headers" | "url">,
  domains: FrontOptions["domains"],
): ServedDomain | undefined {
  const { host, "x-forwarded-host": forwarded } = headers;
  if (domains === undefined || host === undefined || !url.startsWith("/")) return undefined;
  const find = (name: string) => {
    const read = readHostName(name);
    return read === null ? undefined : domains.find(read);
  };
  // Each proxy appends its word.
  const named = typeof forwarded === "string" ? forwarded.split(",").at(-1)?.trim() : undefined;
  return (named === undefined ? undefined : find(named)) ?? find(host);
}

/** An own domain has its short URLs and hardly anything else; nothing of the service is behind it. */
export async function answerOwnDomain(exchange: Exchange, domain: ServedDomain): Promise<void> {
  const { front, request, target, clientAddress, requestId } = exchange;
  exchange.observed.route = "/{path}";
  const { method = "GET", headers } = request;
  const { path, rawQuery: query } = target;
  const call = { method, path, query, headers, clientAddress, requestId, domain };
  const answer = await front.options.domains?.answer(call);
  if (answer !== undefined) send(exchange, answer);
}
