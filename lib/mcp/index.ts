import { type AuthInfo, createMcpHandler, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { type ApiRequest, type ApiResponse, answerProblem } from "@/lib/http";
import { authenticate, requirePlan } from "@/lib/http/authenticate";
import { errorCatalogue } from "@/lib/http/errors";
import { readJsonBody } from "@/lib/http/read-body";
import { isOwnOrigin } from "@/lib/platform/cross-site";
import { env } from "@/lib/platform/env";
import { type ErrorCode, ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import type { Call } from "./call";
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
  const answer = completeErrors(await readText(response));
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

/** What errors of the protocol that come without `code` and `hint` are to the service; all others are `invalid_request`. */
const protocolFaults: Record<number, { code: ErrorCode; hint: string }> = {
  [ProtocolErrorCode.MethodNotFound]: {
    code: "not_found",
    hint: "Call a method of tools, resources or prompts, such as tools/list.",
  },
  [ProtocolErrorCode.InvalidParams]: {
    code: "validation_failed",
    hint: "Correct the parameters that the message names.",
  },
  [ProtocolErrorCode.InternalError]: { code: "internal_error", hint: errorCatalogue.internal_error.remedy },
};
const otherFault = { code: "invalid_request", hint: "Correct what the message names." } as const;

/** Adds `code` and `hint` to the JSON-RPC error of an answer or of its stream: the library throws many without. */
function completeErrors(text: string): string {
  const mark = '"error":{';
  if (!text.includes(mark)) return text;
  const complete = (line: string) => {
    const start = line.indexOf("{");
    const message = JSON.parse(line.slice(start));
    if (message.error === undefined) return line;
    const { code, data } = message.error;
    message.error.data = { ...(protocolFaults[code] ?? otherFault), ...data };
    return line.slice(0, start) + JSON.stringify(message);
  };
  return text
    .split("\n")
    .map((line) => (line.includes(mark) ? complete(line) : line))
    .join("\n");
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

/** A body that is no message. */
class NoMessage {
  constructor(
    /** The protocol's code for it. */
    readonly code: number,
    readonly fault: ServiceError,
  ) {}
}

/** The body as one message. Batches are refused: they would be many calls for one, and cancelled ones are never answered. */
async function readMessage(request: ApiRequest, size: { isBulk?: true }): Promise<object> {
  const { value } = await readJsonBody(request, size).catch((thrown: unknown) => {
    const isNoJson = thrown instanceof ServiceError && thrown.code === "invalid_request";
    throw isNoJson ? new NoMessage(ProtocolErrorCode.ParseError, thrown) : thrown;
  });
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse(
      "The body must be one JSON-RPC message",
      "Send one JSON object for each message; batches are not taken.",
    );
  }
  if (countValues(withoutArguments(value), mostValues) > mostValues) {
    throw refuse(
      `The message must hold at most ${mostValues} values beside the arguments of a tool`,
      "Leave out what the method does not know.",
    );
  }
  return value;
}

function refuse(message: string, hint: string): NoMessage {
  return new NoMessage(
    ProtocolErrorCode.InvalidRequest,
    new ServiceError("invalid_request", message, { hint }),
  );
}

/**
 * Far more than a client says of itself. The library tells each fault of what its schema knows: half a million of them in one
 * message would hold the process for ten seconds.
 */
const mostValues = 1_000;

/** A message as far as the library reads it; what a tool is given is the endpoint's to judge. */
function withoutArguments(message: { method?: unknown; params?: unknown }): object {
  if (message.method !== "tools/call" || typeof message.params !== "object") return message;
  return { ...message, params: { ...message.params, arguments: null } };
}

/** Values in a piece of JSON, itself among them, counted a little beyond the bound at most. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    count += countValues(inner, most - count);
    if (count > most) break;
  }
  return count;
}

/** The answer to what was thrown before a message was known: for what is none as the protocol has it (JSON-RPC 2.0, 5.1). */
function answerFault(thrown: unknown, request: ApiRequest): ApiResponse {
  if (!(thrown instanceof NoMessage)) return answerProblem(thrown, request);
  const { code, fault } = thrown;
  const answer = answerProblem(fault, request);
  const error = { code, message: fault.message, data: JSON.parse(String(answer.body)) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error });
  return { ...answer, body, headers: { ...answer.headers, "Content-Length": `${Buffer.byteLength(body)}` } };
}

const jsonTypes = /application\/(?:json|\*)|\*\/\*/i;
const eventTypes = /text\/event-stream/i;

/** Whether a client with this Accept reads JSON; one that names nothing does. */
function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || jsonTypes.test(accept);
}

/** Whether it reads either form that an answer may have. */
function acceptsAnswer(accept: string | undefined): boolean {
  return acceptsJson(accept) || eventTypes.test(accept ?? "");
}

const dataPrefix = "data: ";

/**
 * The message of a stream that holds one alone, as every answer here does: as JSON it is read by programs that know no
 * streams, too. Null for what is no such stream.
 */
function readOnlyEvent({ headers }: Response, text: string): string | null {
  if (!headers.get("content-type")?.startsWith("text/event-stream")) return null;
  const [message, second] = text.split("\n").filter((line) => line.startsWith(dataPrefix));
  return message === undefined || second !== undefined ? null : message.slice(dataPrefix.length);
}
