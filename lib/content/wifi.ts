import { type ContentForms, type Members, openDocument, readEncodedPayload } from "./document";
import { readFields, unescapeFields } from "./escaped-fields";
import { countBytes, countCharacters } from "./faults";
import type { EncodedContent, ParsedContent } from "./schema";

type Security = "WPA" | "WEP" | "nopass";

const forms: ContentForms = {
  payloads: [{ prefix: /^WIFI:/, lines: false }],
  expected: 'a JSON object such as {"ssid":"Guests","password":"…"}, or begin with WIFI: in capitals',
};

/** Names that people and routers use, in lower case (decisions §1). WPA3 and SAE join under `WPA` (ZXing). */
const securities = new Map<string, Security>([
  ["wpa", "WPA"],
  ["wpa2", "WPA"],
  ["wpa3", "WPA"],
  ["wpa/wpa2", "WPA"],
  ["sae", "WPA"],
  ["wep", "WEP"],
  ["none", "nopass"],
  ["open", "nopass"],
  ["nopass", "nopass"],
  ["", "nopass"],
]);
const securityNames = ["WPA", "WPA2", "WPA3", "WPA/WPA2", "SAE", "WEP", "none", "open", "nopass"];

/** Longest network name: 32 octets (IEEE 802.11, SSID element). */
const maxSsidBytes = 32;

/** WiFi credentials in ZXing's form, without quotation marks. Throws `invalid_content` or `validation_failed` with all faults. */
export function encodeWifi(content: string): EncodedContent {
  const payload = readEncodedPayload(content, forms);
  if (payload !== undefined) return { payload };
  const members = openDocument(content, forms);
  const ssid = readSsid(members);
  const password = members.text("password");
  const security = readSecurity(members, password);
  const hidden = members.flag("hidden");
  if (security !== undefined) validatePassword(security, password, members);
  members.faults.throwIfAny();

  const secret = security === "nopass" ? "" : `P:${escapeWifi(password ?? "")};`;
  return { payload: `WIFI:T:${security};S:${escapeWifi(ssid)};${secret}${hidden ? "H:true;" : ""};` };
}

function readSsid(members: Members): string {
  const ssid = members.text("ssid") ?? "";
  const field = members.pathOf("ssid");
  if (!members.isGiven("ssid")) {
    members.faults.add(field, "required", "is required: the name of the network, 1 to 32 bytes", {
      min: 1,
      max: maxSsidBytes,
    });
  }
  const bytes = countBytes(ssid);
  if (bytes > maxSsidBytes) {
    const says = `must have 1 to ${maxSsidBytes} bytes in UTF-8; this one has ${bytes}`;
    members.faults.add(field, "too_long", says, { min: 1, max: maxSsidBytes, actual: bytes });
  }
  return ssid;
}

/** The kind that is named, else the one that goes with the password; undefined after noting a fault. */
function readSecurity(members: Members, password: string | undefined): Security | undefined {
  const value = members.value("security");
  if (value === undefined) return password === undefined ? "nopass" : "WPA";
  if (value === "") return "nopass";
  const name = members.text("security");
  if (name === undefined) return undefined;
  const security = securities.get(name.toLowerCase());
  if (security === undefined) {
    members.faults.add(
      members.pathOf("security"),
      "not_allowed",
      `must be one of ${securityNames.join(", ")}`,
      {
        allowed: securityNames,
      },
    );
  }
  return security;
}

function validatePassword(security: Security, password: string | undefined, members: Members): void {
  const isFaulty = password === undefined && members.isGiven("password");
  if (security === "nopass" || isFaulty) return;
  const field = members.pathOf("password");
  if (password === undefined) {
    const says = `is required for ${security}; leave security out, or send "nopass", for an open network`;
    members.faults.add(field, "required", says);
    return;
  }
  const length = countCharacters(password);
  const fits = security === "WEP" || (length >= 8 && length <= 63) || /^[0-9a-f]{64}$/i.test(password);
  if (fits) return;
  const says = `must have 8 to 63 characters, or 64 hexadecimal digits, for WPA; this one has ${length}`;
  members.faults.add(field, length < 8 ? "too_short" : "too_long", says, { min: 8, max: 63, actual: length });
}

function escapeWifi(text: string): string {
  return text.replace(/[\\;,:"]/g, "\\$&");
}

/** Reads a `WIFI:` payload that names a network; its fields may stand in any order. */
export function parseWifi(payload: string): ParsedContent | undefined {
  if (!payload.startsWith("WIFI:")) return undefined;
  const fields = readFields(payload.slice(5));
  const field = (key: string) => unescapeFields(fields.get(key)?.[0] ?? "");
  const ssid = field("S");
  if (ssid === "") return undefined;
  const password = field("P");
  return {
    type: "wifi",
    ssid,
    ...(password === "" ? {} : { password }),
    security: securities.get(field("T").toLowerCase()) ?? field("T"),
    hidden: field("H").toLowerCase() === "true",
  };
}
