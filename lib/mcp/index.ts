import { type AuthInfo, createMcpHandler } from "@modelcontextprotocol/server";
import type { ApiRequest, ApiResponse } from "@/lib/http";
import { authenticate, requirePlan } from "@/lib/http/authenticate";
import { isOwnOrigin } from "@/lib/platform/cross-site";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Call } from "./call";
import { acceptsAnswer, acceptsJson, answerFault, readMessage, readOnlyEvent } from "./message";
import { createServer } from "./server";

export { describeTools } from "./tools";

export const mcpPath = "/api/mcp";

/** The SDK hands it on untouched, and looks at no token by itself. */
interface CallInfo extends AuthInfo {
  extra: { call: Call };
}

const handler = createMcpHandler((context) => createServer((context.authInfo as CallInfo).extra.call), {
  // No tool tells anything before its result, so that each exchange is one request and one answer.
  maxSubscriptions: 0,
  onerror: (err) => log.debug({ err }, "an MCP exchange was refused"),
});

/**
 * Answers a message of the Model Context Protocol (Streamable HTTP, no sessions), of the revisions 2026-07-28 and 2025.
 * A wrong key is 401 and a plan without the API 403 before any tool; the endpoint that a tool calls does the rest.
 */
export async function answerMcp(request: ApiRequest): Promise<ApiResponse> {
  const headers: Record<string, string> = {};
  const answer = await admit(request, headers)
    .then((admitted) => exchange(request, admitted))
    .catch((thrown: unknown) => answerFault(thrown, request));
  return {
    ...answer,
    route: mcpPath,
    headers: { "X-Request-Id": request.requestId, ...headers, ...answer.headers },
  };
}

interface Admitted {
  call: Call;
  body: unknown;
}

async function admit(request: ApiRequest, headers: Record<string, string>): Promise<Admitted> {
  if (request.method !== "POST") {
    headers.Allow = "POST";
    throw new ServiceError("method_not_allowed", "This address answers POST only", {
      hint: "Send messages as POST; there are no sessions and no streams to open.",
    });
  }
  requireKnownOrigin(request);
  const caller = request.headers.authorization === undefined ? null : await authenticate(request, headers);
  if (caller !== null) requirePlan(caller);
  const message = await readMessage(request, caller === null ? {} : { isBulk: true });
  return { call: { request, caller }, body: message };
}

/** A page of another site must not make a browser speak to a service within its network (DNS rebinding). */
function requireKnownOrigin({ headers: { origin, host } }: ApiRequest): void {
  if (origin === undefined || isOwnOrigin(origin, host, env)) return;
  throw new ServiceError("insufficient_permission", "Pages of other sites may not call this address", {
    hint: "Call it from a program; it sends no Origin header.",
  });
}

async function exchange(request: ApiRequest, { call, body }: Admitted): Promise<ApiResponse> {
  const info: CallInfo = { token: "", clientId: "", scopes: [], extra: { call } };
  const response = await handler.fetch(toFetchRequest(request, body), { authInfo: info, parsedBody: body });
  const answer = await readText(response);
  const message = acceptsJson(request.headers.accept) ? readOnlyEvent(response, answer) : null;
  const text = message ?? answer;
  const headers: Record<string, string> = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
  const type = message === null ? response.headers.get("content-type") : "application/json";
  if (type !== null) headers["Content-Type"] = type;
  headers["Content-Length"] = String(Buffer.byteLength(text));
  return { status: response.status, headers, body: text === "" ? null : text };
}

/** Longer than any endpoint works. */
const deadlineMs = 60_000;

/** The whole answer. One that does not end is given up, so that nothing is held for it. */
async function readText({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const deadline = setTimeout(() => void reader.cancel().catch(() => {}), deadlineMs);
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(deadline);
  }
}

/** The protocol's own headers; the credential stays here. */
const protocolHeaders = /^(?:accept|content-type|mcp-[a-z-]+)$/;

function toFetchRequest({ headers }: ApiRequest, body: unknown): Request {
  const forwarded = Object.entries(headers).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && protocolHeaders.test(entry[0]),
  );
  // The library refuses a client that does not name both.
  if (acceptsAnswer(headers.accept)) forwarded.push(["accept", "application/json, text/event-stream"]);
  const text = JSON.stringify(body);
  const init = { method: "POST", headers: Object.fromEntries(forwarded), body: text };
  return new Request(`${env.baseUrl}${mcpPath}`, init);
}
