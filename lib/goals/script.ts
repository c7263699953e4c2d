import { createHash } from "node:crypto";

/**
 * The script of `/goals.js`. It reads `qz_scan` from the page's address when it loads; `qzGoal(name, value, currency)` and
 * clicks within `data-qz-goal="<name>"` send a goal to where the script came from. Calls that the page's own `qzGoal` put into
 * its `q` before the script was there (`writeScriptTag`) are sent first. A beacon outlives the page, and is
 * sent as text, for which no browser asks first. It keeps nothing: no cookie, no storage.
 */
const text = `(function(d,n){var s=new URLSearchParams(location.search).get("qz_scan"),u=new URL("/api/public/goals",d.currentScript.src);
function g(name,value,currency){if(!s)return;var b=JSON.stringify({scanId:s,name:name,value:value,currency:currency});
if(!n.sendBeacon||!n.sendBeacon(u,b))fetch(u,{method:"POST",body:b,keepalive:true,credentials:"omit"}).catch(function(){})}
var w=window,q=(w.qzGoal||{}).q||[];w.qzGoal=g;q.forEach(function(a){g.apply(0,a)});d.addEventListener("click",function(e){var t=e.target.closest&&e.target.closest("[data-qz-goal]"),a=t&&t.dataset;
if(a)g(a.qzGoal,a.qzValue?+a.qzValue:void 0,a.qzCurrency)},true)})(document,navigator);
`;

const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;

interface ScriptAnswer {
  status: 200 | 304;
  headers: Record<string, string>;
  body: string | null;
}

const headers = {
  "Content-Type": "text/javascript; charset=utf-8",
  "Cache-Control": "public, max-age=3600",
  ETag: etag,
  "X-Content-Type-Options": "nosniff",
  // Pages of any site include it.
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Access-Control-Allow-Origin": "*",
};

/**
 * The script as any site may include it; caches ask for it again after an hour.
 *
 * @param ifNoneMatch the request's `If-None-Match`.
 */
export function goalsScript(ifNoneMatch: string | null | undefined): ScriptAnswer {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (tags.includes(etag) || tags.includes("*")) return { status: 304, headers: { ...headers }, body: null };
  const length = String(Buffer.byteLength(text));
  return { status: 200, headers: { ...headers, "Content-Length": length }, body: text };
}
