import type { ContentType } from "@/lib/content/schema";
import type { Language } from "@/lib/platform/language";
import { writeOpened } from "./content-page";
import { type Content, framePage, type WrittenPage } from "./frame";
import { de } from "./locales/de";
import { en } from "./locales/en";
import { es } from "./locales/es";
import { fr } from "./locales/fr";
import { pt } from "./locales/pt";
import type { Messages } from "./locales/schema";
import { writePreview } from "./preview";
import { type Refusal, writeRefusal } from "./refusals";

export { chooseLanguage } from "@/lib/platform/language";
export { fileNames, writeFile } from "./files";

export const messagesOf: Record<Language, Messages> = { en, de, fr, es, pt };

/** What a visitor of a short URL is shown instead of a redirect. */
export type Page =
  | { kind: "opened"; type: ContentType; content: string; shortCode: string }
  | { kind: "preview"; type: ContentType; content: string; url: string | null; shortCode: string }
  | Refusal;

export interface PageContext {
  language: Language;
  /** Null for a page that outlives the service: it names no request, and has no link to the service. */
  requestId: string | null;
  /** Where this code is reported; null where there is nothing to report. */
  reportUrl: string | null;
}

/** A page with its status and headers, in the visitor's language. It holds nothing but text that is escaped. */
export function writePage(page: Page, { language, requestId, reportUrl }: PageContext): WrittenPage {
  const words = messagesOf[language];
  return framePage(writeContent(page, requestId, words), { language, words, requestId, reportUrl });
}

function writeContent(page: Page, requestId: string | null, words: Messages): Content {
  if (page.kind === "opened") return writeOpened(page, words);
  if (page.kind === "preview") return writePreview(page, words);
  return writeRefusal(page, requestId, words);
}
