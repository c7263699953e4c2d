import { domainToUnicode } from "node:url";
import { readWebAddress, splitAtAddresses } from "@/lib/content";

/** Markup that was written here. Only `html` and `embed` make it, so text from outside can't pass for it. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export type Html = Markup;

/** What may stand in a template: markup as it is, text escaped, nothing for what is absent. */
type Part = Html | string | number | undefined | readonly (Html | undefined)[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that is safe in an element and in a quoted attribute. */
function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

function write(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Markup) return part.toString();
  return Array.isArray(part) ? part.map(write).join("") : escapeText(String(part));
}

/** A template whose every value is escaped unless it is markup itself; values of attributes stand in quotes. */
export function html(literals: TemplateStringsArray, ...parts: Part[]): Html {
  const text = literals.reduce((before, literal, i) => before + write(parts[i - 1]) + literal);
  return new Markup(text);
}

/** Markup of this project's own that comes as a string: a picture of `lib/qr`, which escapes what it is given, and the style sheet. */
export function embed(svg: string): Html {
  return new Markup(svg);
}

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
