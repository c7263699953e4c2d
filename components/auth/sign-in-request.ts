import type { ErrorDetail } from "@/lib/platform/errors";
import type { ProviderName } from "@/lib/users/schema";
import { type Answer, formatDetail, type Refusal } from "../ui/form/answer";
import { codeMessages } from "./code-messages";

/** Where next-auth answers; every change there needs the token that it gives out first. */
const base = "/api/auth";

async function post(path: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = (await (await fetch(`${base}/csrf`)).json()) as { csrfToken: string };
  return fetch(`${base}${path}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, csrfToken, json: "true" }),
  });
}

const codePath = "/sign-in/code";

/** Signs in: sets the session's cookie, or gives the reason why not. `to` is `callbackUrl` or the page that asks for a code. */
export async function signInWithPassword(
  email: string,
  password: string,
  callbackUrl: string,
): Promise<Answer<{ to: string }>> {
  const answer = await post("/callback/credentials", { email, password, callbackUrl });
  if (answer.ok) {
    const { url } = (await answer.json()) as { url: string };
    const { pathname, search } = new URL(url, window.location.origin);
    return { done: { to: pathname === codePath ? `${pathname}${search}` : callbackUrl } };
  }
  if (answer.status === 401) {
    return { refusal: { sentence: "This address and password don't match." } };
  }
  return { refusal: readRefusal(answer, "Too many wrong passwords.") };
}

export interface CodeTaken {
  recoveryCodesLeft: number | null;
}

/** Shows the code that the sign-in of this browser waits for. */
export async function sendCode(code: string): Promise<Answer<CodeTaken>> {
  const answer = await fetch(`${base}/code`, { method: "POST", body: new URLSearchParams({ code }) });
  if (answer.ok) return { done: (await answer.json()) as CodeTaken };
  if (answer.status === 401) return { refusal: { code: "not_signed_in" } };
  const { details = [] } = (await answer.json().catch(() => ({}))) as { details?: ErrorDetail[] };
  const [detail] = details;
  if (detail !== undefined)
    return { refusal: { fields: { code: formatDetail(detail, codeMessages, code) } } };
  return { refusal: readRefusal(answer, "Too many wrong codes.") };
}

function readRefusal(answer: Response, tooMany: string): Refusal {
  if (answer.status === 429) {
    return { sentence: tooMany, againInSeconds: Number(answer.headers.get("retry-after") ?? 900) };
  }
  const requestId = answer.headers.get("x-request-id");
  const sentence = `Something went wrong on our side. Nothing was changed.${requestId ? ` Request ${requestId}` : ""}`;
  return { sentence };
}

/** Where to go for a provider's sign-in; throws where there is no way there. */
export async function findProviderPage(provider: ProviderName, callbackUrl: string): Promise<string> {
  const answer = await post(`/signin/${provider}`, { callbackUrl });
  const { url } = (await answer.json()) as { url?: string };
  if (!answer.ok || url === undefined) throw new Error("The provider can't be reached.");
  return url;
}
