import { readContent } from "@/lib/content";
import type { ContentType, ParsedContent } from "@/lib/content/schema";
import { parseUrl } from "@/lib/platform/errors";
import { describeSecurity, nameContent, namePhone, nameSubject } from "./content-page";
import type { Content } from "./frame";
import { describeHost, type Html, html, writeFact, writeFacts } from "./html";
import type { Messages } from "./locales/schema";

interface Previewed {
  type: ContentType;
  content: string;
  /** Where a code of type `url` leads. */
  url: string | null;
  shortCode: string;
  /** The path that opens it on the host of the page; `/r/<shortCode>` unless given. */
  address?: string;
}

/** What a code leads to or holds, before anything of it is opened. */
export function writePreview(previewed: Previewed, words: Messages): Content {
  const { url, type, content, shortCode, address = `/r/${shortCode}` } = previewed;
  const target = url === null ? null : parseUrl(url);
  if (target !== null) return writeTarget(target, address, words);
  const parsed = readContent(type, content);
  const { preview } = words;
  return {
    status: 200,
    title: nameContent(parsed, words),
    main: html`${writeHeading(parsed, words)}
<p class="soft">${preview.notOpened}</p>
${writeFacts(listFacts(parsed, words))}
${writeWayOn(preview.open, address)}`,
  };
}

function writeTarget(url: URL, address: string, words: Messages): Content {
  const { preview } = words;
  const { host, readable } = describeHost(url);
  return {
    status: 200,
    title: `${preview.leadsTo} ${host}`,
    main: html`<h1><span class="kind">${preview.leadsTo}</span>
<bdi class="host">${splitHost(host)}</bdi></h1>
${readable === null ? undefined : html`<p><bdi>${readable}</bdi></p>`}
<p class="soft">${preview.notOpened}</p>
${readable === null ? undefined : html`<p class="warn">${preview.foreignLetters}</p>`}
${url.protocol === "http:" ? html`<p class="warn">${preview.notEncrypted}</p>` : undefined}
${writeFacts([writeFact(preview.whole, html`<span class="mono">${url.href}</span>`)])}
${writeWayOn(preview.go, address)}`,
  };
}

/** A line ends between two labels of the name, not at a hyphen, so that the last ones are read together. */
function splitHost(host: string): Html[] {
  return host.split(/(?<=\.)/).map((label) => html`<span>${label}</span>`);
}

function writeWayOn(label: string, address: string): Html {
  return html`<a class="go" href="${address}" rel="nofollow">${label}</a>`;
}

/** The name of what the code holds under its kind; the kind alone where that has no name. */
function writeHeading(parsed: ParsedContent, { preview, kinds }: Messages): Html {
  const name = nameSubject(parsed);
  const kind = `${preview.holds} ${kinds[parsed.type]}`;
  if (name === undefined) return html`<h1 class="kind">${kind}</h1>`;
  return html`<p class="kind">${kind}</p>
<h1 dir="auto">${name}</h1>`;
}

/** What the name leaves out. */
function listFacts(parsed: ParsedContent, words: Messages): (Html | undefined)[] {
  const { contact, email, sms, wifi, kinds } = words;
  const fact = (name: string, value: string | undefined) =>
    writeFact(
      name,
      value === undefined || value === "" ? undefined : html`<span class="lines">${value}</span>`,
    );
  switch (parsed.type) {
    case "contact":
      return [
        ...parsed.phones.map((phone) => fact(namePhone(phone, words), phone.number)),
        ...parsed.emails.map((address) => fact(contact.email, address)),
        fact(contact.website, parsed.url),
      ];
    case "wifi":
      return [fact(wifi.password, describeSecurity(parsed, words))];
    case "email":
      return [fact(email.subject, parsed.subject), fact(email.message, parsed.body)];
    case "sms":
      return [fact(sms.message, parsed.message)];
    case "text":
      return [fact(kinds.text, parsed.text)];
    case "url":
      return [fact(kinds.url, parsed.url)];
  }
}
