import { headers } from "next/headers";
import { chooseLanguage, type Language } from "@/lib/platform/language";

export async function readLanguage(): Promise<Language> {
  return chooseLanguage((await headers()).get("accept-language") ?? undefined);
}
