import { type Html, html } from "../html";
import type { Words } from "../words";
import { writeCopyButton, writeLinkedText } from "./parts";

/** A text as it was written. */
export function writeText(text: string, { kinds, text: words }: Words): Html {
  return html`<h1 class="kind">${kinds.text}</h1>
<p class="lines" id="text" dir="auto">${writeLinkedText(text)}</p>
${writeCopyButton(words.copy, "text", true)}`;
}
