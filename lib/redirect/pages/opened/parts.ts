import { domainToUnicode } from "node:url";
import { type Html, html } from "../html";

/** The label above a page's content: what the code holds. */
export function writeKind(kind: string): Html {
  return html`<p class="kind">${kind}</p>`;
}

/** A row of a card: what it is called and what it says. */
export function writeFact(name: string, value: Html | undefined): Html | undefined {
  return value && html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`;
}

/** Facts by hairlines; nothing where there is none. */
export function writeFacts(facts: readonly (Html | undefined)[]): Html | undefined {
  const given = facts.filter((fact) => fact !== undefined);
  return given.length === 0 ? undefined : html`<dl>${given}</dl>`;
}

/** Copies the text of the element with this id; without scripts it isn't there. */
export function writeCopyButton(label: string, id: string, isMain = false): Html {
  return html`<button type="button" class="${isMain ? "go" : "go quiet"}" data-copy="${id}" hidden>${label}</button>`;
}

/** An address that may be opened from here: http or https, without a name and password that make it look like another. */
function findWebAddress(text: string): URL | null {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url : null;
}

/** Text as it was written, in which web addresses are links. */
export function writeLinkedText(text: string): Html {
  const parts = text
    .split(/(https?:\/\/[^\s<>"]+)/i)
    .map((part, i) => (i % 2 === 0 ? html`${part}` : writeLink(part)));
  return html`${parts}`;
}

const endsSentence = new Set(".,;:!?'’”»)]}");

/** What ends a sentence stands after an address, not in it. */
function writeLink(text: string): Html {
  // From the end: an expression that looks for marks before an end goes over them again and again.
  let end = text.length;
  while (end > 0 && endsSentence.has(text.charAt(end - 1))) end -= 1;
  const address = text.slice(0, end);
  const url = findWebAddress(address);
  if (url === null) return html`${text}`;
  return html`<a href="${url.href}" rel="noopener noreferrer nofollow">${address}</a>${text.slice(end)}`;
}

/** A web address as a link, or as text where it may not be one. */
export function writeWebAddress(text: string): Html {
  const url = findWebAddress(text);
  return url === null
    ? html`${text}`
    : html`<a href="${url.href}" rel="noopener noreferrer nofollow">${text}</a>`;
}

/** The host with its port, and as people read it where it is written in letters beyond ASCII. */
export function describeHost(url: URL): { host: string; readable: string | null } {
  const readable = domainToUnicode(url.hostname);
  return { host: url.host, readable: readable === "" || readable === url.hostname ? null : readable };
}
