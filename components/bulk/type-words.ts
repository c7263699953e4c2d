import type { ContentType } from "@/lib/content/schema";
import { plain } from "./fields";

const exact = new Map<string, ContentType>(
  Object.entries({
    url: "url",
    address: "url",
    webaddress: "url",
    wifi: "wifi",
    contact: "contact",
    vcard: "vcard",
    email: "email",
    sms: "sms",
    textmessage: "sms",
    text: "text",
    plaintext: "text",
  } as const),
);

/** What people write instead, to be offered and never taken for granted. */
const near = new Map<string, ContentType>([
  ...byWord(
    "url",
    "link website web webseite webadresse adresse internet page site homepage lien siteweb enlace pagina direccion http https uri",
  ),
  ...byWord("wifi", "wlan network netz netzwerk reseau red ssid wireless"),
  ...byWord("contact", "kontakt person contacto card visitenkarte mecard businesscard"),
  ...byWord("vcard", "vcf cartedevisite tarjeta"),
  ...byWord("email", "mail mailto courriel correo emailaddress"),
  ...byWord("sms", "phone message nachricht textnachricht mobile handy telefon mensaje smsto"),
  ...byWord("text", "txt note notiz texte texto string freitext"),
]);

function byWord(type: ContentType, words: string): [string, ContentType][] {
  return words.split(" ").map((word) => [word, type]);
}

/** What a cell says that the code is; null for what is no name of a type. */
export const readType = (cell: string): ContentType | null => exact.get(plain(cell)) ?? null;

export function suggestType(cell: string, content: string): ContentType {
  return exact.get(plain(cell)) ?? near.get(plain(cell)) ?? guessType(content);
}

export function guessType(content: string): ContentType {
  const text = content.trim();
  if (/^WIFI:/i.test(text) || /^\{[\s\S]*"ssid"/.test(text)) return "wifi";
  if (/^BEGIN:VCARD/i.test(text)) return "vcard";
  if (/^MECARD:/i.test(text) || /^\{[\s\S]*"(?:firstName|lastName|organization)"/.test(text))
    return "contact";
  if (/^mailto:/i.test(text) || /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(text) || /^\{[\s\S]*"to"/.test(text))
    return "email";
  if (/^sms(?:to)?:/i.test(text) || /^\+?[\d ()./-]{6,20}$/.test(text) || /^\{[\s\S]*"phone"/.test(text))
    return "sms";
  if (/^https?:/i.test(text) || /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+(?:[:/?#]\S*)?$/u.test(text)) return "url";
  return "text";
}

const dynamicWords = new Set("dynamic dynamisch dynamique dinamico".split(" "));
const staticWords = new Set("static statisch statique estatico".split(" "));
const yes = new Set("yes true 1 x ja oui si y j wahr vrai verdadero".split(" "));
const no = new Set("no false 0 nein non n falsch faux falso".split(" "));

/** Whether the code is dynamic; null for what says neither. */
export function readKind(cell: string): boolean | null {
  const word = plain(cell);
  if (dynamicWords.has(word)) return true;
  return staticWords.has(word) ? false : null;
}

/** Whether a heading asks if codes are dynamic, so that its cells say yes or no. */
export const isDynamicColumn = (heading: string): boolean => /^(?:is)?d[iy]nami/.test(plain(heading));

/** Yes or no; a blank cell is no, and null is for what says neither. */
export function readAnswer(cell: string): boolean | null {
  const word = plain(cell);
  if (cell.trim() === "" || no.has(word)) return false;
  return yes.has(word) ? true : null;
}

/** What is most likely meant. A column is often called “dynamic”, with yes and no in it. */
export function suggestKind(cell: string): boolean {
  const word = plain(cell);
  if (no.has(word) || word.startsWith("st") || word.startsWith("fix")) return false;
  return yes.has(word) || !word.startsWith("s");
}
