import { inject } from "vitest";
import type { TestAccount } from "../support/accounts";
import { BrowserSession } from "../support/browser-session";
import { newClient } from "../support/public-api";
import type { OpenOptions } from "./browser";

/** A context in which somebody is signed in, as a client of their own. */
export async function signedIn(
  { email, password }: Pick<TestAccount, "email" | "password">,
  baseUrl: string = inject("baseUrl"),
): Promise<Pick<OpenOptions, "storageState" | "extraHTTPHeaders">> {
  const client = newClient();
  const session = new BrowserSession(baseUrl, client);
  const answer = await session.signIn(email, password);
  const cookie = session.sessionCookie();
  if (cookie === undefined) throw new Error(`${email} was not let in: ${answer.status} ${answer.text}`);
  const [name, value] = cookie;
  const where = { domain: new URL(baseUrl).hostname, path: "/", expires: -1 };
  return {
    extraHTTPHeaders: { "x-forwarded-for": client },
    storageState: {
      cookies: [{ name, value, ...where, httpOnly: true, secure: false, sameSite: "Lax" }],
      origins: [],
    },
  };
}
