import type { Caller } from "@/lib/accounts/schema";
import { type ApiRequest, type ApiResponse, answerApi } from "@/lib/http";
import type { Contract } from "@/lib/http/api";
import { requireWithin } from "@/lib/platform/http";
import { isId } from "@/lib/platform/ids";
import { isObject } from "@/lib/platform/json-text";

export interface Call {
  request: ApiRequest;
  /** Whose key it came with; null without one. */
  caller: Caller | null;
}

/** The arguments of a tool, as a client sent them. */
export type Args = Record<string, unknown>;

export interface Answer {
  status: number;
  json: Record<string, unknown>;
}

const encoder = new TextEncoder();

const parameter = /\{(\w+)\}/g;

/** The arguments that fill the path of a contract. */
export function listPathArgs({ path }: Contract, pathNames: Record<string, string> = {}): string[] {
  return [...path.matchAll(parameter)].map(([, name = ""]) => pathNames[name] ?? name);
}

/**
 * Asks an endpoint of the interface itself for what a tool's arguments say: the same limits, plan, permissions, checks,
 * errors and counts, because it is the same request.
 *
 * @param args by the names of the endpoint's parameters and of its body's members; others are ignored, as it ignores them.
 * @param pathNames parameter of the path → the argument that fills it, where they differ.
 */
export async function callEndpoint(
  call: Call,
  contract: Contract,
  args: Args,
  pathNames?: Record<string, string>,
): Promise<Answer> {
  return readAnswer(await fetchEndpoint(call, contract, args, pathNames));
}

/** The same, with the bytes of the answer. */
export async function fetchEndpoint(
  { request }: Call,
  contract: Contract,
  args: Args,
  pathNames: Record<string, string> = {},
): Promise<ApiResponse> {
  const path = contract.path.replaceAll(parameter, (_, name: string) => {
    const given = pathNames[name];
    return given === undefined ? writeId(args[name]) : writeName(args[given]);
  });
  const query = new URLSearchParams();
  for (const name of Object.keys(contract.query?.shape ?? {})) {
    const value = args[name];
    if (value !== undefined && value !== null) query.set(name, writeList(value));
  }
  return answerApi({
    ...request,
    method: contract.method,
    path,
    query,
    rawQuery: query.toString(),
    headers: headersOf(request, contract, args),
    async readBody(limitBytes, inspect) {
      const bytes = encoder.encode(JSON.stringify(pickBody(contract, args)));
      requireWithin(bytes, limitBytes);
      inspect?.(bytes);
      return bytes;
    },
  });
}

export function readAnswer({ status, body }: ApiResponse): Answer {
  return { status, json: readJson(body) };
}

/** What has not the form of an id is the id of nothing, and the name of no other path. */
function writeId(value: unknown): string {
  return typeof value === "string" && isId(value) ? value : "-";
}

/** A comma stands in no name, so that it names nothing. */
function writeName(value: unknown): string {
  const hasLoneSurrogate = typeof value === "string" && /\p{Surrogate}/u.test(value);
  return encodeURIComponent(typeof value === "string" && value !== "" && !hasLoneSurrogate ? value : ",");
}

/** A parameter that is no text is written as JSON, which the endpoint refuses or reads as what it is. */
function writeParameter(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A list of texts is written with commas, as endpoints take lists. */
function writeList(value: unknown): string {
  const isList =
    Array.isArray(value) && value.every((item) => typeof item === "string" && !item.includes(","));
  return isList ? value.join(",") : writeParameter(value);
}

function headersOf(
  { headers }: ApiRequest,
  contract: Contract,
  { idempotencyKey }: Args,
): ApiRequest["headers"] {
  return {
    ...(headers.authorization !== undefined && { authorization: headers.authorization }),
    ...(headers["user-agent"] !== undefined && { "user-agent": headers["user-agent"] }),
    ...(contract.body && { "content-type": "application/json" }),
    ...(idempotencyKey !== undefined && { "idempotency-key": writeParameter(idempotencyKey) }),
  };
}

function pickBody({ body }: Contract, args: Args): Args {
  const members = Object.keys(body?.shape ?? {}).filter((name) => Object.hasOwn(args, name));
  return writeContent(Object.fromEntries(members.map((name) => [name, args[name]])));
}

/** An object as `content`, of one code or of several, is sent as the JSON text that endpoints take. */
function writeContent(body: Args): Args {
  const { content, qrCodes } = body;
  const written = isObject(content) ? { ...body, content: JSON.stringify(content) } : body;
  if (!Array.isArray(qrCodes)) return written;
  return { ...written, qrCodes: qrCodes.map((item) => (isObject(item) ? writeContent(item) : item)) };
}

function readJson(body: string | Uint8Array | null): Record<string, unknown> {
  if (body === null || body.length === 0) return {};
  return JSON.parse(typeof body === "string" ? body : new TextDecoder().decode(body));
}
