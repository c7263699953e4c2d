import { createHash } from "node:crypto";
import type { Language } from "@/lib/platform/language";
import { embed, type Html, html } from "./html";

import type { Messages } from "./locales/schema";

/** The tokens of components/theme/tokens.css that these pages use. */
export const tokens = {
  light: {
    canvas: "#f1f2ef",
    surface: "#fcfcfb",
    line: "#dde0da",
    "line-strong": "#80877f",
    ink: "#141716",
    "ink-2": "#454b48",
    "ink-3": "#5f6662",
    accent: "#00608a",
    "accent-hover": "#004b6e",
    mark: "#7fc3dc",
    warn: "#855000",
    btn: "#141716",
    "on-btn": "#fcfcfb",
  },
  dark: {
    canvas: "#0f1211",
    surface: "#161a19",
    line: "#2a302e",
    "line-strong": "#6b7571",
    ink: "#ecefec",
    "ink-2": "#b9c1bd",
    "ink-3": "#929b97",
    accent: "#86cfea",
    "accent-hover": "#abe0f3",
    mark: "#3e7f98",
    warn: "#e5b45b",
    btn: "#ecefec",
    "on-btn": "#0f1211",
  },
} as const;

/** One column of 400, hairlines between its regions, nothing above the content. */
const rules = `
*{box-sizing:border-box;margin:0}
@media screen{html{color-scheme:light dark}}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;font-feature-settings:"tnum"}
body{background:var(--surface);color:var(--ink);font:1rem/1.5rem Geist,ui-sans-serif,system-ui,sans-serif;
  padding:32px max(16px,env(safe-area-inset-right)) 16px max(16px,env(safe-area-inset-left))}
main,footer{max-width:400px;margin-inline:auto;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.875rem;font-weight:600;letter-spacing:-.025em;text-wrap:balance}
h2{font-size:1rem;line-height:1.5rem;font-weight:600;letter-spacing:-.012em}
p,li{text-wrap:pretty}
h1+p,h2+p{margin-top:4px}
h1 .kind{display:block;letter-spacing:0}
.kind,dt,.hint{font-size:.8125rem;line-height:1.125rem;color:var(--ink-3)}
.kind{font-weight:500;margin-bottom:8px}
.soft{color:var(--ink-2)}
.warn{color:var(--warn)}
.warn,.apart{margin-top:8px}
.lines{white-space:pre-wrap}
.mono{font-family:"Geist Mono",ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace;letter-spacing:-.01em;word-break:break-all}
.host{font-size:1.75rem;line-height:2rem;font-weight:600;letter-spacing:-.04em}
.host span{display:inline-block;max-width:100%}
a{color:var(--accent);text-decoration:underline;text-decoration-color:var(--mark);text-underline-offset:3px}
a:hover{color:var(--accent-hover);text-decoration-color:currentColor}
a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
a,button,label{-webkit-tap-highlight-color:transparent}
.go{display:flex;justify-content:center;align-items:center;width:100%;min-height:48px;margin-top:24px;padding:8px 18px;
  border:1px solid var(--btn);border-radius:8px;background:var(--btn);color:var(--on-btn);font:inherit;font-weight:500;
  text-align:center;text-decoration:none;cursor:pointer}
.go:hover{color:var(--on-btn);background:color-mix(in oklab,var(--btn) 88%,var(--surface))}
.quiet{margin-top:12px;border-color:var(--line-strong);background:transparent;color:var(--ink)}
.quiet:hover{background:var(--canvas);color:var(--ink)}
[hidden]{display:none}
section,dl{border-top:1px solid var(--line);margin-top:32px}
section{padding-top:24px}
dl>div{padding:10px 0}
dl>div+div{border-top:1px solid var(--line)}
dd>a{display:block;margin:-28px 0 -10px;padding:28px 0 10px}
ol{margin-top:8px;padding-left:20px}
ol li{margin-top:4px}
.secret{display:grid;grid-template-columns:minmax(0,1fr) auto;align-items:center;margin-top:24px;padding-bottom:12px;
  border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
.secret .mono{grid-column:1/-1;font-size:1.125rem;user-select:all}
.secret input{width:20px;height:20px;accent-color:var(--accent)}
.secret label{display:flex;align-items:center;gap:8px;min-height:44px;padding-left:16px;font-size:.8125rem;line-height:1.125rem;color:var(--ink-2);cursor:pointer}
.secret:has(:checked) .dots,.secret:not(:has(:checked)) .plain{display:none}
@supports not selector(:has(a)){.secret label,.secret .dots{display:none}}
.paper{width:200px;margin:16px 0 0;background:#fff;box-shadow:0 0 0 1px rgb(20 23 22/.07)}
.paper svg{display:block;width:100%;height:auto}
footer{margin-top:48px;border-top:1px solid var(--line);font-size:.8125rem}
footer a{display:inline-block;padding:13px 0;line-height:1.125rem}
footer a{color:var(--ink-3)}
.lost{display:grid;align-content:center;justify-items:center;min-height:calc(100vh - 48px);min-height:calc(100dvh - 48px);text-align:center}
.demo{margin:-32px -16px 32px;padding:6px 16px;border-bottom:1px solid var(--line);background:var(--canvas);
  font-size:.8125rem;line-height:1.25rem;font-weight:500;text-align:center}
.demo+.lost{min-height:calc(100vh - 81px);min-height:calc(100dvh - 81px)}
.bench{background:var(--canvas)}
.marks{color:var(--accent);margin-bottom:34px}
.lost .mono{margin-top:12px;font-size:.78125rem;line-height:1.125rem;color:var(--ink-3)}
.lost .go{width:auto}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(min-width:480px){body{padding-top:12vh}.demo{margin-top:-12vh}.lost{min-height:70vh}}
@media(prefers-reduced-motion:no-preference){a,button{transition:background-color .12s cubic-bezier(.2,0,0,1),color .12s cubic-bezier(.2,0,0,1)}}
@media print{body{padding:0;background:#fff}.go,footer,.secret label,.secret .dots{display:none!important}
  .secret .plain{display:block!important}section{break-inside:avoid}}
`;

/** The whole style sheet; one for all pages, so that its hash is one, too. */
const style =
  `:root{${declare(tokens.light)}}@media screen and (prefers-color-scheme:dark){:root{${declare(tokens.dark)}}}` +
  rules.replace(/\n\s*/g, "");

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
  words: Messages;
  /** Null for a page that is kept as a file: no request asked for it. */
  requestId: string | null;
  reportUrl: string | null;
  isDemo: boolean;
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
export function framePage(
  content: Content,
  { language, words, requestId, reportUrl, isDemo }: Frame,
): WrittenPage {
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
${isDemo ? html`<aside class="demo" aria-label="Demo">${words.demo}</aside>` : undefined}
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

function declare(colours: Record<string, string>): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(";");
}
