import { v5 as uuidOf } from "uuid";
import type { ParsedContent } from "@/lib/content/schema";

type Network = Extract<ParsedContent, { type: "wifi" }>;

/** Ours, made once at random: names of profiles are hashed within it (RFC 9562, 5.5). */
const namespace = "6f1d3c52-9b0e-4b7a-8f6d-2f0a4c1e7b95";

/** `Any` joins WPA, WPA2 and WPA3 alike, which `WPA` of a payload stands for; Apple's own `WPA` leaves WPA3 out. */
const encryption: Record<string, string> = { WPA: "Any", WEP: "WEP", nopass: "None" };

/**
 * A configuration profile for iPhone, iPad and Mac that joins the network. The same code gives the same UUIDs, so that a
 * device that has it takes a later one in its place.
 */
export function writeProfile({ ssid, password, security, hidden }: Network, shortCode: string): string {
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
