import type { Caller } from "@/lib/accounts/schema";
import type { ContentType } from "@/lib/content/schema";
import type { Settings } from "@/lib/qr/schema";
import { payloadOf } from "../draw/draft";
import { presentShortUrl } from "../rows";
import { findRow } from "./get";

/** What a code is printed from, and what is told beside it. */
export interface PrintedCode {
  id: string;
  name: string;
  type: ContentType;
  content: string;
  shortUrl: string | null;
  isDynamic: boolean;
  /** The look alone, as it is stored. */
  settings: Settings;
  updatedAt: Date;
}

/** One code of the caller's as it is printed; null for another's as for none. */
export async function findPrinted(caller: Caller, id: string): Promise<PrintedCode | null> {
  const row = await findRow(caller, id);
  if (row === undefined) return null;
  const { name, type, content, settings, updatedAt, shortCode } = row;
  const shortUrl = presentShortUrl(row);
  return { id: row.id, name, type, content, shortUrl, isDynamic: shortCode !== null, settings, updatedAt };
}

/** What the symbol of a printed code holds. Throws what today's rules refuse of what an older release took. */
export function payloadOfPrinted({
  type,
  content,
  shortUrl,
}: Pick<PrintedCode, "type" | "content" | "shortUrl">): string {
  return shortUrl ?? payloadOf({ type, content, shortCode: null });
}
