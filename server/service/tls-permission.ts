import type { IncomingMessage } from "node:http";
import { findServedDomain } from "@/lib/domains/served";
import { env } from "@/lib/platform/env";
import { isLoopback, isTrustedPeer, normalizeAddress } from "@/lib/platform/ip-address";
import type { Answer } from "@/server/http";
import { isForwarded } from "@/server/http/forwarding";

/** Where a proxy asks whether it may get a certificate for a host (Caddy's `permission http`). */
export const tlsPermissionPath = "/internal/tls-permission";

/** Only the proxy itself may ask, on its own behalf: not through it, and nobody from outside. */
function mayAsk({ socket, rawHeaders }: IncomingMessage): boolean {
  const peer = normalizeAddress(socket.remoteAddress ?? "") ?? "";
  return (isLoopback(peer) || isTrustedPeer(peer, env.trustedProxies)) && !isForwarded(rawHeaders);
}

/** The one host that a request names as `domain`, in lower case; null where there is none, or several. */
function readDomain(url = ""): string | null {
  const [domain, ...others] = new URLSearchParams(url.slice(url.indexOf("?") + 1)).getAll("domain");
  return domain === undefined || others.length > 0 ? null : domain.toLowerCase();
}

/**
 * Answers whether a certificate may be had for a host: 200 for an own domain that is served, 404 for everything else and for
 * everybody who may not ask. From memory, so that neither unknown names nor an absent database cost anything.
 */
export function answerTlsPermission(request: IncomingMessage, requestId: string): Answer {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const domain = isRead && mayAsk(request) ? readDomain(request.url) : null;
  const isServed = domain !== null && findServedDomain(domain) !== undefined;
  const body = isServed ? "yes\n" : "no\n";
  return {
    status: isServed ? 200 : 404,
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Length": String(body.length),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
    },
    body,
  };
}
