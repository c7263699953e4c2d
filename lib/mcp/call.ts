import type { Caller } from "@/lib/accounts/schema";
import { type ApiRequest, answerApi } from "@/lib/http";
import type { Contract } from "@/lib/http/api";
import { isId } from "@/lib/platform/ids";

export interface Call {
  request: ApiRequest;
  /** Whose key it came with; null without one. */
  caller: Caller | null;
}

export interface Answer {
  status: number;
  json: Record<string, unknown>;
}

const encoder = new TextEncoder();

/**
 * Asks an endpoint of the interface itself for what a tool's arguments say: the same limits, plan, permissions, checks,
 * errors and counts, because it is the same request.
 *
 * @param args by the names of the endpoint's parameters and of its body's members; others are ignored, as it ignores them.
 */
export async function callEndpoint(
  { request }: Call,
  contract: Contract,
  args: Record<string, unknown>,
): Promise<Answer> {
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => writeSegment(args[name]));
  const query = new URLSearchParams();
  for (const name of Object.keys(contract.query?.shape ?? {})) {
    const value = args[name];
    if (value !== undefined && value !== null) query.set(name, writeParameter(value));
  }
  const response = await answerApi({
    ...request,
    method: contract.method,
    path,
    query,
    rawQuery: query.toString(),
    headers: headersOf(request, contract, args),
    async readBody(_limit, inspect) {
      const bytes = encoder.encode(JSON.stringify(pickBody(contract, args)));
      inspect?.(bytes);
      return bytes;
    },
  });
  return { status: response.status, json: readJson(response.body) };
}

/** What has not the form of an id is the id of nothing, and the name of no other path. */
function writeSegment(value: unknown): string {
  return typeof value === "string" && isId(value) ? value : "-";
}

/** A parameter that is no text is written as JSON, which the endpoint refuses or reads as what it is. */
function writeParameter(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function headersOf(
  { headers }: ApiRequest,
  contract: Contract,
  { idempotencyKey }: Record<string, unknown>,
): ApiRequest["headers"] {
  return {
    ...(headers.authorization !== undefined && { authorization: headers.authorization }),
    ...(headers["user-agent"] !== undefined && { "user-agent": headers["user-agent"] }),
    ...(contract.body && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": writeParameter(idempotencyKey) }),
  };
}

function pickBody({ body }: Contract, args: Record<string, unknown>): Record<string, unknown> {
  const members = Object.keys(body?.shape ?? {}).filter((name) => Object.hasOwn(args, name));
  return Object.fromEntries(members.map((name) => [name, args[name]]));
}

function readJson(body: string | Uint8Array | null): Record<string, unknown> {
  if (body === null || body.length === 0) return {};
  return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
}
