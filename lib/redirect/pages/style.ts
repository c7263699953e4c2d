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

function declare(colours: Record<string, string>): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(";");
}

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
.bench{background:var(--canvas)}
.marks{color:var(--accent);margin-bottom:34px}
.lost .mono{margin-top:12px;font-size:.78125rem;line-height:1.125rem;color:var(--ink-3)}
.lost .go{width:auto}
.said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
@media(min-width:480px){body{padding-top:12vh}.lost{min-height:70vh}}
@media(prefers-reduced-motion:no-preference){a,button{transition:background-color .12s cubic-bezier(.2,0,0,1),color .12s cubic-bezier(.2,0,0,1)}}
@media print{body{padding:0;background:#fff}.go,footer,.secret label,.secret .dots{display:none!important}
  .secret .plain{display:block!important}section{break-inside:avoid}}
`;

/** The whole style sheet; one for all pages, so that its hash is one, too. */
export const style =
  `:root{${declare(tokens.light)}}@media screen and (prefers-color-scheme:dark){:root{${declare(tokens.dark)}}}` +
  rules.replace(/\n\s*/g, "");
