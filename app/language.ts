import { headers } from "next/headers";
import { chooseLanguage, type Language } from "@/lib/platform/language";

/** The language of pages that people see after scanning a code. */
export async function readLanguage(): Promise<Language> {
  return chooseLanguage((await headers()).get("accept-language") ?? undefined);
}
