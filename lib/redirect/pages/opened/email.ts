import { writeMailto } from "@/lib/content";
import type { ParsedContent } from "@/lib/content/schema";
import { type Html, html } from "../html";
import type { Words } from "../words";
import { writeCopyButton, writeFact, writeFacts, writeKind } from "./parts";

type Email = Extract<ParsedContent, { type: "email" }>;

/** An e-mail to be written: to whom and what stands in it already. */
export function writeEmail(email: Email, { kinds, email: words }: Words): Html {
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
