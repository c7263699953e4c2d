import { headers } from "next/headers";
import { chooseLanguage, type Language } from "@/lib/platform/language";

/** The language of pages that whoever holds a phone over a code sees. */
export async function readLanguage(): Promise<Language> {
  return chooseLanguage((await headers()).get("accept-language") ?? undefined);
}
