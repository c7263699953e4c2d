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
import { type Refusal, writeRefusal, writeRoot } from "./refusals";

export { chooseLanguage } from "@/lib/platform/language";
export { fileNames, writeFile } from "./files";

export const messagesOf: Record<Language, Messages> = { en, de, fr, es, pt };

/** What a visitor of a short URL is shown instead of a redirect. */
export type Page =
  | ({ kind: "opened" } & Shown)
  | ({ kind: "preview"; url: string | null } & Shown)
  /** Of an own domain, where its owner leads nobody elsewhere. */
  | { kind: "root" }
  | Refusal;

interface Shown {
  type: ContentType;
  content: string;
  shortCode: string;
  /** The path that opens the code on the host of the page; `/r/<shortCode>` unless given. */
  address?: string;
}

export interface PageContext {
  language: Language;
  /** Null for a page that outlives the service: it names no request, and has no link to the service. */
  requestId: string | null;
  /** Where this code is reported; null where there is nothing to report. */
  reportUrl: string | null;
  /** Where a page that opens nothing offers to go, the service's start page unless given; null: nowhere. */
  startUrl?: string | null;
  /** Whether the service is a demo, which its pages say; false unless given. */
  isDemo?: boolean;
}

/** A page with its status and headers, in the visitor's language. It holds nothing but text that is escaped. */
export function writePage(page: Page, context: PageContext): WrittenPage {
  const { language, requestId, reportUrl, isDemo = false } = context;
  const words = messagesOf[language];
  return framePage(writeContent(page, context, words), {
    language,
    words,
    requestId,
    reportUrl,
    isDemo,
  });
}

function writeContent(page: Page, context: PageContext, words: Messages): Content {
  if (page.kind === "opened") return writeOpened(page, words);
  if (page.kind === "preview") return writePreview(page, words);
  return page.kind === "root" ? writeRoot(words) : writeRefusal(page, context, words);
}
