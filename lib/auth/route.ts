import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { presentProblem } from "@/lib/http/errors";
import { crossSiteError, isFromOwnPage, isSafeMethod, readProvenance } from "@/lib/platform/cross-site";
import { env, prepareSignIn } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { readStream } from "@/lib/platform/http";
import { newRequestId } from "@/lib/platform/ids";
import { readAuthSecret } from "@/lib/platform/secrets";
import { readClient, readOrigin } from "./client";
import { keepDevice, readDevices } from "./devices";
import { authOptionsFor, type SignInAttempt } from "./options";
import { finishSignIn, storePendingSignIn } from "./pending-sign-in";
import { signInProviders } from "./providers";

/** A form of next-auth's own client has some hundred bytes. */
const maxFormBytes = 1024 * 1024;

/** Two-factor codes, which next-auth has no part in. */
const codeAction = "code";

/** What is answered here: the methods of each path below /api/auth. Everything else is not found. */
function methodsOf(segments: readonly string[]): readonly string[] {
  const [action = "", provider, ...more] = segments;
  if (more.length > 0) return [];
  const isProvider = provider !== undefined && (signInProviders() as string[]).includes(provider);
  if (provider === undefined) {
    if (["csrf", "error", "providers", "session", "signin"].includes(action)) return ["GET", "HEAD"];
    return action === "signout" || action === codeAction ? ["POST"] : [];
  }
  if (action === "callback") return provider === "credentials" ? ["POST"] : isProvider ? ["GET"] : [];
  return action === "signin" && isProvider ? ["POST"] : [];
}

/** The fields of a form, whether a browser or a program sent it; what is no text is left out. */
async function readForm(request: Request): Promise<Record<string, string>> {
  const text = Buffer.from(await readStream(request, maxFormBytes)).toString("utf8");
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") return Object.fromEntries(new URLSearchParams(text));
  if (type !== "application/json") {
    throw new ServiceError(
      "unsupported_media_type",
      "A form is sent as application/x-www-form-urlencoded or JSON",
    );
  }
  return Object.fromEntries(
    Object.entries(parseObject(text)).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string",
    ),
  );
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Said below.
  }
  throw new ServiceError("invalid_request", "The form is not a JSON object");
}

/** The request as next-auth is to see it: a form of text alone, and only the headers that it needs. */
async function copyRequest(request: NextRequest): Promise<NextRequest> {
  if (request.method !== "POST") return new NextRequest(request.url, { method: "GET" });
  const body = new URLSearchParams(await readForm(request)).toString();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return new NextRequest(request.url, { method: "POST", headers, body });
}

function validateRequest(request: NextRequest, segments: readonly string[]): void {
  const methods = methodsOf(segments);
  if (methods.length === 0) throw new ServiceError("not_found", "There is nothing at this address");
  if (!methods.includes(request.method)) {
    throw new MethodError(methods.join(", "));
  }
  if (isSafeMethod(request.method)) return;
  if (!isFromOwnPage(readProvenance(request.headers), env)) throw crossSiteError();
}

class MethodError extends ServiceError {
  constructor(readonly allow: string) {
    super("method_not_allowed", `This address answers ${allow} only`);
  }
}

async function ask(request: NextRequest, segments: string[]): Promise<Response> {
  const attempt: SignInAttempt = {
    client: await readClient(),
    from: await readOrigin(),
    devices: await readDevices(),
    host: request.headers.get("host") ?? undefined,
    signedIn: null,
    pending: null,
    target: env.baseUrl,
    fault: undefined,
  };
  prepareSignIn(readAuthSecret());
  const context = { params: Promise.resolve({ nextauth: segments }) };
  const response: Response = await NextAuth(await copyRequest(request), context, authOptionsFor(attempt));
  if (attempt.fault !== undefined) throw attempt.fault;
  if (attempt.pending !== null) await storePendingSignIn(attempt.pending);
  if (attempt.signedIn !== null) await keepDevice(attempt.signedIn);
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  if (isJson || response.headers.has("location")) return response;
  // A page or a sentence of next-auth's own: what it was asked makes no sense to it.
  throw new ServiceError("invalid_request", "This sign-in can't continue; start again on the sign-in page");
}

async function answerCode(request: NextRequest): Promise<Response> {
  const { code = "" } = await readForm(request);
  return Response.json(await finishSignIn(code));
}

/** An error body of the service; in `url` next-auth's own client in the browser looks for what happened to its form. */
function refuse(thrown: unknown, requestId: string, method: string): Response {
  const problem = presentProblem(thrown, requestId);
  const isLimited = thrown instanceof ServiceError && thrown.code === "rate_limited";
  const url = `${env.baseUrl}/sign-in?error=${isLimited ? "RateLimited" : "Unavailable"}`;
  const body = method === "POST" ? JSON.stringify({ ...JSON.parse(problem.body), url }) : problem.body;
  const headers = new Headers(problem.headers);
  headers.set("Content-Type", "application/json; charset=utf-8");
  if (thrown instanceof MethodError) headers.set("Allow", thrown.allow);
  return new Response(body, {
    status: problem.status,
    headers,
  });
}

/**
 * The route handler of /api/auth: validates the request, lets next-auth answer it, and always answers JSON or a
 * redirect, never cached.
 */
export async function answerAuth(
  request: NextRequest,
  { params }: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const requestId = request.headers.get("x-request-id")?.match(/^req_\w{20}$/)?.[0] ?? newRequestId();
  let response: Response;
  try {
    const { nextauth } = await params;
    validateRequest(request, nextauth);
    response = await (nextauth[0] === codeAction ? answerCode(request) : ask(request, nextauth));
  } catch (thrown) {
    response = refuse(thrown, requestId, request.method);
  }
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Content-Type-Options", "nosniff");
  response.headers.set("X-Request-Id", requestId);
  return response;
}
