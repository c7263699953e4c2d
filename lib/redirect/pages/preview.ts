import { readContent } from "@/lib/content";
import type { ContentType, ParsedContent } from "@/lib/content/schema";
import type { Content } from "./frame";
import { type Html, html } from "./html";
import { nameContent } from "./opened";
import { describeHost, writeFact, writeFacts } from "./opened/parts";
import { describeSecurity } from "./opened/wifi";
import type { Words } from "./words";

interface Previewed {
  type: ContentType;
  content: string;
  /** Where a code of type `url` leads. */
  url: string | null;
  shortCode: string;
}

/** What a code leads to or holds, before anything of it is opened. */
export function writePreview(previewed: Previewed, words: Words): Content {
  const { url, type, content, shortCode } = previewed;
  if (url !== null && URL.canParse(url)) return writeTarget(new URL(url), shortCode, words);
  const parsed = readContent(type, content);
  const { preview, kinds } = words;
  return {
    status: 200,
    title: nameContent(parsed, words),
    main: html`<p class="kind">${preview.holds}</p>
<h1>${kinds[parsed.type]}</h1>
${writeFacts(listFacts(parsed, words))}
${writeWayOn(preview.open, shortCode, words)}`,
  };
}

function writeTarget(url: URL, shortCode: string, words: Words): Content {
  const { preview } = words;
  const { host, readable } = describeHost(url);
  return {
    status: 200,
    title: `${preview.leadsTo} ${host}`,
    main: html`<h1><span class="kind">${preview.leadsTo}</span>
<bdi class="host">${readable ?? host}</bdi>${readable === null ? undefined : html` <bdi class="mono soft">${host}</bdi>`}</h1>
${readable === null ? undefined : html`<p class="warn">${preview.foreignLetters}</p>`}
${url.protocol === "http:" ? html`<p class="warn">${preview.notEncrypted}</p>` : undefined}
${writeFacts([writeFact(preview.whole, html`<span class="mono">${url.href}</span>`)])}
${writeWayOn(preview.go, shortCode, words)}`,
  };
}

function writeWayOn(label: string, shortCode: string, { preview }: Words): Html {
  return html`<a class="go" href="/r/${shortCode}" rel="nofollow">${label}</a>
<p class="hint">${preview.notOpened}</p>`;
}

function listFacts(parsed: ParsedContent, words: Words): (Html | undefined)[] {
  const { contact, email, sms, wifi, kinds } = words;
  const fact = (name: string, value: string | undefined) =>
    writeFact(
      name,
      value === undefined || value === "" ? undefined : html`<span class="lines">${value}</span>`,
    );
  switch (parsed.type) {
    case "contact":
      return [
        fact(kinds.contact, parsed.displayName ?? parsed.organization),
        ...parsed.phones.map(({ number }) => fact(contact.phone, number)),
        ...parsed.emails.map((address) => fact(contact.email, address)),
        fact(contact.website, parsed.url),
      ];
    case "wifi":
      return [fact(kinds.wifi, parsed.ssid), fact(wifi.password, describeSecurity(parsed, words))];
    case "email":
      return [
        fact(email.to, parsed.to.join(", ")),
        fact(email.subject, parsed.subject),
        fact(email.message, parsed.body),
      ];
    case "sms":
      return [fact(kinds.sms, parsed.phone), fact(sms.message, parsed.message)];
    case "text":
      return [fact(kinds.text, parsed.text)];
    case "url":
      return [fact(kinds.url, parsed.url)];
  }
}
