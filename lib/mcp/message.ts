import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { type ApiRequest, type ApiResponse, answerProblem } from "@/lib/http";
import { readJsonBody } from "@/lib/http/read-body";
import { ServiceError } from "@/lib/platform/errors";

/** A body that is no message. */
class NoMessage {
  constructor(
    /** The protocol's code for it. */
    readonly code: number,
    readonly fault: ServiceError,
  ) {}
}

/** The body as one message. Batches are refused: they would be many calls for one, and cancelled ones are never answered. */
export async function readMessage(request: ApiRequest, size: { isBulk?: true }): Promise<object> {
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
export function answerFault(thrown: unknown, request: ApiRequest): ApiResponse {
  if (!(thrown instanceof NoMessage)) return answerProblem(thrown, request);
  const { code, fault } = thrown;
  const answer = answerProblem(fault, request);
  const error = { code, message: fault.message, data: JSON.parse(String(answer.body)) };
  const body = JSON.stringify({ jsonrpc: "2.0", id: null, error });
  return { ...answer, body, headers: { ...answer.headers, "Content-Length": `${Buffer.byteLength(body)}` } };
}

const json = /application\/(?:json|\*)|\*\/\*/i;
const events = /text\/event-stream/i;

/** Whether a client with this Accept reads JSON; one that names nothing does. */
export function acceptsJson(accept: string | undefined): boolean {
  return accept === undefined || json.test(accept);
}

/** Whether it reads either form that an answer may have. */
export function acceptsAnswer(accept: string | undefined): boolean {
  return acceptsJson(accept) || events.test(accept ?? "");
}

const data = "data: ";

/**
 * The message of a stream that holds one alone, as every answer here does: as JSON it is read by programs that know no
 * streams, too. Null for what is no such stream.
 */
export function readOnlyEvent({ headers }: Response, text: string): string | null {
  if (!headers.get("content-type")?.startsWith("text/event-stream")) return null;
  const [message, second] = text.split("\n").filter((line) => line.startsWith(data));
  return message === undefined || second !== undefined ? null : message.slice(data.length);
}
