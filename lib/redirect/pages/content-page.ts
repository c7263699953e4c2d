import { encodeContent, readContent, writeMailto, writePhoneAddress, writeSmsAddress } from "@/lib/content";
import type { Card, ContentType, ParsedContent, Phone, PostalAddress } from "@/lib/content/schema";
import { describeStyle, drawSvg, encodeMatrix } from "@/lib/qr";
import { hasFile } from "./files";
import type { Content } from "./frame";
import {
  embed,
  type Html,
  html,
  writeCopyButton,
  writeFact,
  writeFacts,
  writeKind,
  writeLinkedText,
  writeWebAddress,
} from "./html";
import type { Messages } from "./locales/schema";

/** What a code holds. */
export interface Held {
  type: ContentType;
  content: string;
  shortCode: string;
  /** The path that opens it on the host of the page; `/r/<shortCode>` unless given. */
  address?: string;
}

/** The page of a code that holds no web address. */
export function writeOpened(held: Held, words: Messages): Content {
  const parsed = readContent(held.type, held.content);
  return {
    status: 200,
    title: nameContent(parsed, words),
    main: writeContent(held, parsed, words),
    canCopy: parsed.type !== "contact",
  };
}

function writeContent(held: Held, parsed: ParsedContent, words: Messages): Html {
  switch (parsed.type) {
    case "contact":
      return writeContact(parsed, addressFile(held, "contact.vcf"), words);
    case "wifi": {
      const { payload } = encodeContent(held.type, held.content);
      return writeWifi(parsed, payload, addressFile(held, "network.mobileconfig"), words);
    }
    case "email":
      return writeEmail(parsed, words);
    case "sms":
      return writeSms(parsed, words);
    case "text":
      return writeText(parsed.text, words);
    case "url":
      return writeText(parsed.url, words);
  }
}

function addressFile(held: Held, fileName: string): string | null {
  const { shortCode, address = `/r/${shortCode}` } = held;
  return hasFile(held, fileName) ? `${address}/${fileName}` : null;
}

/** The title of a page: what it is about, then its kind. */
export function nameContent(parsed: ParsedContent, { kinds }: Messages): string {
  const kind = kinds[parsed.type];
  const name = nameSubject(parsed);
  return name === undefined ? kind : `${name} · ${kind}`;
}

/** What the content is called: whom it reaches, which network; undefined where that is nothing. */
export function nameSubject(parsed: ParsedContent): string | undefined {
  const name = findName(parsed);
  return name === undefined || name.trim() === "" ? undefined : name;
}

function findName(parsed: ParsedContent): string | undefined {
  switch (parsed.type) {
    case "contact":
      return nameCard(parsed);
    case "wifi":
      return parsed.ssid;
    case "email":
      return parsed.to.join(", ");
    case "sms":
      return parsed.phone;
    default:
      return undefined;
  }
}

type Email = Extract<ParsedContent, { type: "email" }>;

/** An email to be written: to whom and what stands in it already. */
function writeEmail(email: Email, { kinds, email: words }: Messages): Html {
  const { to, cc, bcc, subject, body } = email;
  const list = (addresses: string[]) => (addresses.length === 0 ? undefined : html`${addresses.join(", ")}`);
  return html`${writeKind(kinds.email)}
<h1 id="to" dir="auto">${to.join(", ")}</h1>
<a class="go" href="${writeMailto(email)}">${words.write}</a>
${writeCopyButton(words.copyAddress, "to")}
${writeFacts([
  writeFact(words.subject, subject === undefined ? undefined : html`${subject}`),
  writeFact(words.message, body === undefined ? undefined : html`<span class="lines">${body}</span>`),
  writeFact(words.cc, list(cc)),
  writeFact(words.bcc, list(bcc)),
])}`;
}

type Sms = Extract<ParsedContent, { type: "sms" }>;

/** A text message to be sent: the number and what stands in it already. */
function writeSms(sms: Sms, { kinds, sms: words }: Messages): Html {
  const { phone, message } = sms;
  return html`${writeKind(kinds.sms)}
<h1 id="number"><bdi>${phone}</bdi></h1>
<a class="go" href="${writeSmsAddress(sms)}">${words.write}</a>
${message === undefined ? writeCopyButton(words.copyNumber, "number") : writeCopyButton(words.copyMessage, "message")}
${writeFacts([
  writeFact(
    words.message,
    message === undefined ? undefined : html`<span class="lines" id="message">${message}</span>`,
  ),
])}`;
}

/** A text as it was written. */
function writeText(text: string, { kinds, text: words }: Messages): Html {
  return html`<h1 class="kind">${kinds.text}</h1>
<p class="lines" id="text" dir="auto">${writeLinkedText(text)}</p>
${writeCopyButton(words.copy, "text", true)}`;
}

type Network = Extract<ParsedContent, { type: "wifi" }>;

/** A symbol of more modules is neither light to send nor easy to scan from a screen. */
const maxPayloadLength = 250;

/** Four pixels a module, four modules of margin: the picture's own size has no other margin. */
const symbolPixels = (modules: number) => 4 * (modules + 8);

/** What protects a network, in words. */
export function describeSecurity({ security }: Network, { wifi }: Messages): string {
  if (security === "nopass") return wifi.open;
  return security === "WEP" ? wifi.wep : wifi.protected(security);
}

/**
 * A network to join: its password to copy, then the three ways in. `payload` is what a second device scans, `profile` the address of the file
 * for Apple's.
 */
function writeWifi(network: Network, payload: string, profile: string | null, words: Messages): Html {
  const { wifi, kinds } = words;
  return html`${writeKind(kinds.wifi)}
<h1 dir="auto">${network.ssid}</h1>
<p class="soft">${describeSecurity(network, words)}</p>
${network.hidden ? html`<p class="soft apart">${wifi.hidden}</p>` : undefined}
${network.password === undefined ? undefined : writePassword(network.password, words)}
${profile === null ? undefined : writeProfileWay(profile, words)}
<section><h2>${wifi.others}</h2>
<ol><li>${wifi.openSettings}</li>
<li>${nameNetwork(network.hidden ? wifi.addNetwork : wifi.chooseNetwork, network)}</li>
${network.password === undefined ? undefined : html`<li>${wifi.enterPassword}</li>`}</ol></section>
${payload.length > maxPayloadLength ? undefined : writeSymbolWay(payload, network, words)}`;
}

/** Hidden until it is asked for, by a control that needs no script. */
function writePassword(password: string, { wifi }: Messages): Html {
  return html`<div class="secret"><span class="hint">${wifi.password}</span>
<label><input type="checkbox" id="show" autocomplete="off">${wifi.showPassword}</label>
<span class="mono dots" aria-hidden="true">••••••••••</span><span class="mono plain" id="password">${password}</span></div>
${writeCopyButton(wifi.copyPassword, "password", true)}`;
}

function writeProfileWay(profile: string, { wifi }: Messages): Html {
  return html`<section><h2>${wifi.apple}</h2><p class="soft">${wifi.appleSteps}</p>
<a class="go quiet" href="${profile}">${wifi.loadProfile}</a></section>`;
}

function nameNetwork([before, after]: readonly [string, string], { ssid }: Network): Html {
  return html`${before}<b dir="auto">${ssid}</b>${after}`;
}

function writeSymbolWay(payload: string, { ssid }: Network, { wifi }: Messages): Html {
  const matrix = encodeMatrix(payload, { level: "L" });
  const picture = drawSvg(matrix, describeStyle({ size: symbolPixels(matrix.size) }, matrix.size), {
    title: wifi.symbol(ssid),
  });
  return html`<section><h2>${wifi.anotherDevice}</h2><p class="soft">${wifi.scanThis}</p>
<div class="paper">${embed(picture)}</div></section>`;
}

/** Who the card is of, as its heading. */
function nameCard(card: Card): string | undefined {
  const parts = [card.firstName, card.lastName].filter((part) => part !== undefined).join(" ");
  return [card.displayName, parts, card.organization].find(
    (name) => name !== undefined && name.trim() !== "",
  );
}

/** A contact: who it is, the file to save, then every way to reach them. */
function writeContact(card: Card, file: string | null, words: Messages): Html {
  const name = nameCard(card);
  const about = [card.title, card.organization].filter((part) => part !== undefined && part !== name);
  return html`${writeKind(words.kinds.contact)}
<h1 dir="auto">${name ?? words.kinds.contact}</h1>
${about.map((part) => html`<p class="soft" dir="auto">${part}</p>`)}
${file === null ? undefined : html`<a class="go" href="${file}">${words.contact.save}</a>`}
${writeFacts([
  ...card.phones.map((phone) => writeFact(namePhone(phone, words), writePhone(phone))),
  ...card.emails.map((email) => writeFact(words.contact.email, writeMailLink(email))),
  writeFact(words.contact.website, card.url === undefined ? undefined : writeWebAddress(card.url)),
  writeFact(words.contact.address, writeAddress(card.address)),
  writeFact(words.contact.birthday, writeBirthday(card.birthday, words.locale)),
  writeFact(words.contact.note, writeNote(card.note)),
])}`;
}

/** What a number is for. */
export function namePhone({ type = "" }: Phone, { contact }: Messages): string {
  return Object.hasOwn(contact.phones, type)
    ? contact.phones[type as keyof typeof contact.phones]
    : contact.phone;
}

function writePhone({ number }: Phone): Html {
  const address = writePhoneAddress(number);
  return address === undefined ? html`${number}` : html`<a href="${address}"><bdi>${number}</bdi></a>`;
}

function writeMailLink(email: string): Html {
  return html`<a href="${writeMailto({ to: [email], cc: [], bcc: [] })}">${email}</a>`;
}

/** Lines as on an envelope. */
function writeAddress(address: Card["address"]): Html | undefined {
  if (address === undefined) return undefined;
  const lines = typeof address === "string" ? address : listLines(address).join("\n");
  return lines.trim() === "" ? undefined : html`<span class="lines">${lines}</span>`;
}

function listLines({ street, city, region, postalCode, country }: PostalAddress): string[] {
  const town = [postalCode, city].filter(Boolean).join(" ");
  return [street, town, region, country].filter((line) => line !== undefined && line !== "") as string[];
}

function writeBirthday(birthday: string | undefined, locale: string): Html | undefined {
  if (birthday === undefined) return undefined;
  const time = /^\d{4}-\d{2}-\d{2}$/.test(birthday) ? Date.parse(`${birthday}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) return html`${birthday}`;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(time);
  return html`<time datetime="${birthday}">${day}</time>`;
}

function writeNote(note: string | undefined): Html | undefined {
  return note === undefined ? undefined : html`<span class="lines">${writeLinkedText(note)}</span>`;
}
