import { readCardFile, readContent } from "@/lib/content";
import type { ContentType, ParsedContent } from "@/lib/content/schema";
import { plainHeaders } from "./frame";
import { writeProfile } from "./network-profile";

/** Files that the page of a code may have. */
export const fileNames = ["contact.vcf", "network.mobileconfig"] as const;

/** A file of a code's page as the front sends it. */
export interface WrittenFile {
  headers: Record<string, string>;
  body: string;
}

interface Held {
  type: ContentType;
  content: string;
  shortCode: string;
}

type Network = Extract<ParsedContent, { type: "wifi" }>;

/** Whether the code's page has a file of this name. */
export function hasFile(held: Held, fileName: string): boolean {
  return makeFile(held, fileName) !== null;
}

/** The file of this name that the code's page hands out, or null where it has none. */
export function writeFile(held: Held, fileName: string): WrittenFile | null {
  const file = makeFile(held, fileName);
  if (file === null) return null;
  const headers = {
    "Content-Type": file.mediaType,
    "Content-Disposition": `attachment; filename="${fileName}"`,
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ...plainHeaders(file.body),
  };
  return { headers, body: file.body };
}

function makeFile(held: Held, fileName: string): { mediaType: string; body: string } | null {
  if (fileName === "contact.vcf") {
    const body = readCardFile(held.type, held.content);
    return body === undefined ? null : { mediaType: "text/vcard; charset=utf-8", body };
  }
  if (fileName === "network.mobileconfig" && held.type === "wifi") {
    const network = readContent(held.type, held.content);
    if (network.type !== "wifi" || !isForProfile(network)) return null;
    const body = writeProfile(network, held.shortCode);
    return { mediaType: "application/x-apple-aspen-config; charset=utf-8", body };
  }
  return null;
}

/** Networks of companies need certificates and names that no payload holds. */
function isForProfile({ security, password }: Network): boolean {
  return security === "nopass" || (["WPA", "WEP"].includes(security) && password !== undefined);
}
