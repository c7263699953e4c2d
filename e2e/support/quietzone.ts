import { inject } from "vitest";
import { Quietzone, type QuietzoneOptions } from "@/clients/typescript/src/index";
import { newAccount, newKey } from "./accounts";
import { newClient } from "./public-api";

/** A client of the service under test, by an address of its own. */
export function openQuietzone(options: Partial<QuietzoneOptions> = {}): Quietzone {
  const address = newClient();
  return new Quietzone({
    baseUrl: inject("baseUrl"),
    fetch: (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set("x-forwarded-for", address);
      return fetch(url, { ...init, headers });
    },
    ...options,
  });
}

/** The same with a key of a new account on the Pro plan. */
export async function openAccount(options: Partial<QuietzoneOptions> = {}): Promise<Quietzone> {
  const { apiKey } = await newKey(await newAccount("pro"));
  return openQuietzone({ apiKey, ...options });
}

/** What a dynamic code needs. */
export const menu = {
  name: "Menu",
  type: "url",
  content: "https://example.com/menu",
  isDynamic: true,
} as const;

/** What a call is refused with; fails where it is not. */
export async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  const answer = await call.catch((error: unknown) => ({ error }));
  if (typeof answer !== "object" || answer === null || !("error" in answer))
    throw new Error("it was not refused");
  return answer.error as Record<string, unknown>;
}
