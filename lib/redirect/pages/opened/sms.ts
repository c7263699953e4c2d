import { writeSmsAddress } from "@/lib/content";
import type { ParsedContent } from "@/lib/content/schema";
import { type Html, html } from "../html";
import type { Words } from "../words";
import { writeCopyButton, writeFact, writeFacts, writeKind } from "./parts";

type Sms = Extract<ParsedContent, { type: "sms" }>;

/** A text message to be sent: the number and what stands in it already. */
export function writeSms(sms: Sms, { kinds, sms: words }: Words): Html {
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
