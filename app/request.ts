import { cookies, headers } from "next/headers";
import { zoneCookie } from "@/components/shell/zone-cookie";
import type { Environment } from "@/lib/accounts/schema";
import { isZone } from "@/lib/analytics";
import { chooseLanguage, type Language } from "@/lib/platform/language";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function readEnvironment(searchParams: SearchParams): Promise<Environment> {
  return (await searchParams).environment === "sandbox" ? "sandbox" : "production";
}

export async function readLanguage(): Promise<Language> {
  return chooseLanguage((await headers()).get("accept-language") ?? undefined);
}

/** The time zone from the browser's cookie, an IANA name that PostgreSQL knows; UTC until then and for anything else. */
export async function readZone(): Promise<string> {
  const cookie = (await cookies()).get(zoneCookie)?.value;
  if (cookie === undefined) return "UTC";
  const name = decodeZone(cookie);
  return name !== null && (await isZone(name)) ? name : "UTC";
}

function decodeZone(cookie: string): string | null {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return null;
  }
}
