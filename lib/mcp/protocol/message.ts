import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { type ApiRequest, type ApiResponse, answerProblem } from "@/lib/http";
import { readJsonBody } from "@/lib/http/steps";
import { ServiceError } from "@/lib/platform/errors";

/** A body that is no message. */
class NoMessage {
  constructor(
    /** The protocol's code for it. */
    readonly code: number,
    readonly fault: ServiceError,
  ) {}
}

/**
 * The request's body as one message. A batch, which the protocol had for some months of 2025, would be many calls for
 * one; and one whose calls are cancelled within it is never answered.
 */
export async function readMessage(request: ApiRequest, size: { isBulk?: true }): Promise<object> {
  const { value } = await readJsonBody(request, size).catch((thrown: unknown) => {
    const isNoJson = thrown instanceof ServiceError && thrown.code === "invalid_request";
    throw isNoJson ? new NoMessage(ProtocolErrorCode.ParseError, thrown) : thrown;
  });
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  const fault = new ServiceError("invalid_request", "The body must be one JSON-RPC message", {
    hint: "Send one JSON object for each message; batches are not taken.",
  });
  throw new NoMessage(ProtocolErrorCode.InvalidRequest, fault);
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
