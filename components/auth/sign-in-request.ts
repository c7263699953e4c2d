import type { ProviderName } from "@/lib/users/schema";
import type { Answer } from "../ui/form/answer";

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

/** Signs in with address and password: the browser has the session's cookie afterwards, or the reason why not. */
export async function signInWithPassword(email: string, password: string): Promise<Answer<null>> {
  const answer = await post("/callback/credentials", { email, password, callbackUrl: "/" });
  if (answer.ok) return { done: null };
  if (answer.status === 401) {
    return { refusal: { sentence: "This address and this password don't belong together." } };
  }
  if (answer.status === 429) {
    const againInSeconds = Number(answer.headers.get("retry-after") ?? 900);
    return { refusal: { sentence: "Too many wrong passwords.", againInSeconds } };
  }
  const requestId = answer.headers.get("x-request-id");
  const sentence = `That didn't work on our side. Nothing was changed.${requestId ? ` Request ${requestId}` : ""}`;
  return { refusal: { sentence } };
}

/** Where to go for a provider's sign-in; throws where there is no way there. */
export async function findProviderPage(provider: ProviderName, callbackUrl: string): Promise<string> {
  const answer = await post(`/signin/${provider}`, { callbackUrl });
  const { url } = (await answer.json()) as { url?: string };
  if (!answer.ok || url === undefined) throw new Error("The provider can't be reached.");
  return url;
}
