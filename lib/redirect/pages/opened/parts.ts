import { domainToUnicode } from "node:url";
import { readWebAddress, splitAtAddresses } from "@/lib/content";
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

/** Text as it was written, in which web addresses are links. */
export function writeLinkedText(text: string): Html {
  return html`${splitAtAddresses(text).map((part) => writeLink(part.text, part.url))}`;
}

/** A web address as a link, or as text where it may not be one. */
export function writeWebAddress(text: string): Html {
  return writeLink(text, readWebAddress(text));
}

/** No link where a name and password make an address look like another. */
function writeLink(text: string, url: URL | null): Html {
  if (url === null || url.username !== "" || url.password !== "") return html`${text}`;
  return html`<a href="${url.href}" rel="noopener noreferrer nofollow">${text}</a>`;
}

/** The host with its port, and as people read it where it is written in letters beyond ASCII. */
export function describeHost(url: URL): { host: string; readable: string | null } {
  const readable = domainToUnicode(url.hostname);
  return { host: url.host, readable: readable === "" || readable === url.hostname ? null : readable };
}
