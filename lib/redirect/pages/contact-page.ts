import { writeMailto, writePhoneAddress } from "@/lib/content";
import type { Card, Phone, PostalAddress } from "@/lib/content/schema";
import { type Html, html, writeFact, writeFacts, writeKind, writeLinkedText, writeWebAddress } from "./html";
import type { Messages } from "./locales/schema";

/** Who the card is of, as its heading. */
export function nameCard(card: Card): string | undefined {
  const parts = [card.firstName, card.lastName].filter((part) => part !== undefined).join(" ");
  return [card.displayName, parts, card.organization].find(
    (name) => name !== undefined && name.trim() !== "",
  );
}

/** A contact: who it is, the file to save, then every way to reach them. */
export function writeContact(card: Card, file: string | null, words: Messages): Html {
  const name = nameCard(card);
  const about = [card.title, card.organization].filter((part) => part !== undefined && part !== name);
  return html`${writeKind(words.kinds.contact)}
<h1 dir="auto">${name ?? words.kinds.contact}</h1>
${about.map((part) => html`<p class="soft" dir="auto">${part}</p>`)}
${file === null ? undefined : html`<a class="go" href="${file}">${words.contact.save}</a>`}
${writeFacts([
  ...card.phones.map((phone) => writeFact(namePhone(phone, words), writePhone(phone))),
  ...card.emails.map((email) => writeFact(words.contact.email, writeEmail(email))),
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

function writeEmail(email: string): Html {
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
