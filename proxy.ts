import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/platform/env";

/**
 * The Content-Security-Policy of one page. Scripts run by its nonce alone, and what they load by theirs;
 * WebAssembly is for the decoder that grades a code in the browser.
 */
function makePolicy(nonce: string): string {
  const isDevelopment = env.nodeEnv === "development";
  return [
    "default-src 'self'",
    // React's development build evaluates code to rebuild stacks of the server.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'wasm-unsafe-eval'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${isDevelopment ? " ws:" : ""}`,
    "worker-src 'self' blob:",
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join("; ");
}

/** Gives a page its policy: to Next on the request, which puts the nonce on its scripts, and to the browser. */
export function proxy(request: NextRequest): NextResponse {
  const policy = makePolicy(randomBytes(16).toString("base64"));
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/** Pages alone: it halves Next's throughput where it runs, and it authorises nothing. */
export const config = {
  matcher: "/((?!api/|_next/static/|_next/image|metrics$|r/|fonts/).*)",
};
