import { createHash } from "node:crypto";
import type { Language } from "@/lib/platform/language";
import { embed, type Html, html } from "./html";

import { style, tokens } from "./style";
import type { Words } from "./words";

/**
 * What the buttons do that copy: they are hidden until this runs. Where the clipboard is closed to the page, which is not reached by https,
 * it copies by a selection, as was done before.
 */
const script = `(()=>{
const said=document.querySelector(".said");
const select=t=>{const a=document.createElement("textarea");a.value=t;document.body.append(a);a.select();
const done=document.execCommand("copy");a.remove();if(!done)throw 0};
for(const b of document.querySelectorAll("[data-copy]")){
const word=b.textContent;let timer;b.hidden=false;
b.addEventListener("click",async()=>{
const t=document.getElementById(b.dataset.copy).textContent;
try{await(navigator.clipboard?navigator.clipboard.writeText(t).catch(()=>select(t)):select(t))}catch{return}
b.textContent=said.textContent=said.dataset.word;clearTimeout(timer);
timer=setTimeout(()=>{b.textContent=word;said.textContent=""},2000)})}})()`.replace(/\n/g, "");

/** An answer as the front sends it. */
export interface WrittenPage {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What is in a page, before it is put into its frame. */
export interface Content {
  status: number;
  title: string;
  main: Html;
  /** Crop marks around nothing, on the bench. */
  isLost?: boolean;
  /** Whether something in it can be copied. */
  canCopy?: boolean;
  retryAfterSeconds?: number;
}

/** Where a page is shown. */
export interface Frame {
  language: Language;
  words: Words;
  /** Null for a page that is kept as a file: no request asked for it. */
  requestId: string | null;
  reportUrl: string | null;
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const policy = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
const policyWithScript = `${policy}; script-src ${hashOf(script)}`;

/** The mark, so that no browser asks for an icon. */
const icon =
  "data:image/svg+xml," +
  "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath fill='none' stroke='%2380877f' " +
  "stroke-width='1.6' d='M1.8 7V1.8H7M17 1.8h5.2V7M22.2 17v5.2H17M7 22.2H1.8V17M12 8v8'/%3E" +
  "%3Cpath fill='%2380877f' d='M8 8h8v8H8z'/%3E%3C/svg%3E";

// Both are ours and hold nothing of a template's; escaping them would change what was hashed.
const styleElement = embed(`<style>${style}</style>`);
const scriptElement = embed(`<script>${script}</script>`);

/** A whole page with its headers: nothing in it is asked for elsewhere, and nothing keeps it. */
export function framePage(content: Content, { language, words, requestId, reportUrl }: Frame): WrittenPage {
  const { status, title, main, isLost = false, canCopy = false, retryAfterSeconds } = content;
  const ground = isLost ? "canvas" : "surface";
  const body = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${tokens.light[ground]}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${tokens.dark[ground]}" media="(prefers-color-scheme: dark)">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${title}</title>
<link rel="icon" href="${icon}">
${styleElement}
</head>
<body${isLost ? html` class="bench"` : undefined}>
<main${isLost ? html` class="lost"` : undefined}>
${main}
</main>
${reportUrl === null ? undefined : html`<footer><a href="${reportUrl}" rel="nofollow">${words.report}</a></footer>`}
${canCopy ? html`<p class="said" role="status" data-word="${words.copied}"></p>${scriptElement}` : undefined}
</body>
</html>
`.toString();
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Language": language,
    Vary: "Accept-Language",
    "Content-Security-Policy": canCopy ? policyWithScript : policy,
    ...(retryAfterSeconds === undefined ? {} : { "Retry-After": String(retryAfterSeconds) }),
    ...(requestId === null ? {} : { "X-Request-Id": requestId }),
    ...plainHeaders(body),
  };
  return { status, headers, body };
}

/** Headers of everything below a short URL that is not a redirect. */
export function plainHeaders(body: string): Record<string, string> {
  return {
    "Cache-Control": "private, no-store",
    "Content-Length": String(Buffer.byteLength(body)),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Robots-Tag": "noindex",
  };
}
