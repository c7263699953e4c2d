import { v5 as uuidOf } from "uuid";
import { readCardFile, readContent } from "@/lib/content";
import type { ContentType, ParsedContent } from "@/lib/content/schema";
import { plainHeaders } from "./frame";

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

/** Ours, made once at random: names of profiles are hashed within it (RFC 9562, 5.5). */
const namespace = "6f1d3c52-9b0e-4b7a-8f6d-2f0a4c1e7b95";

/** `Any` joins WPA, WPA2 and WPA3 alike, which `WPA` of a payload stands for; Apple's own `WPA` leaves WPA3 out. */
const encryption: Record<string, string> = { WPA: "Any", WEP: "WEP", nopass: "None" };

/**
 * A configuration profile for Apple devices that joins the network. The same code gives the same UUIDs, so a later one
 * replaces it.
 */
function writeProfile({ ssid, password, security, hidden }: Network, shortCode: string): string {
  const name = `quietzone.${shortCode}`;
  const network = writeDict([
    ["AutoJoin", "<true/>"],
    ["EncryptionType", writeString(encryption[security] ?? "Any")],
    ["HIDDEN_NETWORK", hidden ? "<true/>" : "<false/>"],
    ...(password === undefined ? [] : ([["Password", writeString(password)]] as const)),
    ["PayloadDisplayName", writeString(ssid)],
    ["PayloadIdentifier", writeString(`${name}.wifi`)],
    ["PayloadType", writeString("com.apple.wifi.managed")],
    ["PayloadUUID", writeString(uuidOf(`${name}.wifi`, namespace))],
    ["PayloadVersion", "<integer>1</integer>"],
    ["SSID_STR", writeString(ssid)],
  ]);
  const profile = writeDict([
    ["PayloadContent", `<array>${network}</array>`],
    ["PayloadDisplayName", writeString(`Wi-Fi: ${ssid}`)],
    ["PayloadIdentifier", writeString(name)],
    ["PayloadType", writeString("Configuration")],
    ["PayloadUUID", writeString(uuidOf(name, namespace))],
    ["PayloadVersion", "<integer>1</integer>"],
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">${profile}</plist>
`;
}

function writeDict(members: readonly (readonly [key: string, value: string])[]): string {
  return `<dict>${members.map(([key, value]) => `<key>${key}</key>${value}`).join("")}</dict>`;
}

/** What XML 1.0 forbids (2.2, Char) becomes U+FFFD: one character of it would make the whole file unreadable. */
function writeString(text: string): string {
  const escaped = text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
  return `<string>${escaped}</string>`;
}
