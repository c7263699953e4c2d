import { randomBytes } from "node:crypto";
import { type NextRequest, NextResponse } from "next/server";
import { presentProblem } from "@/lib/http/errors";
import { crossSiteError, isFromOwnPage, isSafeMethod, readProvenance } from "@/lib/platform/cross-site";
import { env } from "@/lib/platform/env";
import { pageHeader } from "@/lib/platform/http";
import { newRequestId } from "@/lib/platform/ids";

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

/** The rule against other sites' forms (A8) where no front has asked it: plain `next start` and serverless. */
function refuseCrossSite(request: NextRequest): NextResponse | null {
  if (isSafeMethod(request.method)) return null;
  if (isFromOwnPage(readProvenance(request.headers), env)) return null;
  const problem = presentProblem(crossSiteError(), newRequestId());
  return new NextResponse(problem.body, {
    status: problem.status,
    headers: {
      ...problem.headers,
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
    },
  });
}

/**
 * Gives a page its policy: to Next on the request, which puts the nonce on its scripts, and to the browser. Tells it
 * its own address, so that signing in can lead back.
 */
export function proxy(request: NextRequest): NextResponse {
  const refusal = refuseCrossSite(request);
  if (refusal !== null) return refusal;
  const policy = makePolicy(randomBytes(16).toString("base64"));
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  headers.set(pageHeader, request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/** Pages alone: it halves Next's throughput where it runs. It refuses other sites' forms and lets nobody in: each page and action asks by itself who is signed in. */
export const config = {
  matcher: "/((?!api/|_next/static/|_next/image|metrics$|goals\\.js$|r/|live/scans$).*)",
};
