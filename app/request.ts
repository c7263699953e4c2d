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
  const told = (await cookies()).get(zoneCookie)?.value;
  if (told === undefined) return "UTC";
  const name = decodeZone(told);
  return name !== null && (await isZone(name)) ? name : "UTC";
}

function decodeZone(told: string): string | null {
  try {
    return decodeURIComponent(told);
  } catch {
    return null;
  }
}
