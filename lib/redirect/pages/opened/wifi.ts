import type { ParsedContent } from "@/lib/content/schema";
import { describeStyle, drawSvg, encodeMatrix } from "@/lib/qr";
import { embed, type Html, html } from "../html";
import type { Words } from "../words";
import { writeCopyButton, writeKind } from "./parts";

type Network = Extract<ParsedContent, { type: "wifi" }>;

/** A symbol of more modules is neither light to send nor easy to scan from a screen. */
const maxPayloadLength = 250;

/** Four pixels a module, four modules of margin: the picture's own size has no other margin. */
const symbolPixels = (modules: number) => 4 * (modules + 8);

/** What protects a network, in words. */
export function describeSecurity({ security }: Network, { wifi }: Words): string {
  if (security === "nopass") return wifi.open;
  return security === "WEP" ? wifi.wep : wifi.protected(security);
}

/**
 * A network to join: its password to copy, then the three ways in. `payload` is what a second device scans, `profile` the address of the file
 * for Apple's.
 */
export function writeWifi(network: Network, payload: string, profile: string | null, words: Words): Html {
  const { wifi, kinds } = words;
  return html`${writeKind(kinds.wifi)}
<h1 dir="auto">${network.ssid}</h1>
<p class="soft">${describeSecurity(network, words)}</p>
${network.hidden ? html`<p class="soft apart">${wifi.hidden}</p>` : undefined}
${network.password === undefined ? undefined : writePassword(network.password, words)}
${profile === null ? undefined : writeProfileWay(profile, words)}
<section><h2>${wifi.others}</h2>
<ol><li>${wifi.openSettings}</li>
<li>${nameNetwork(network.hidden ? wifi.addNetwork : wifi.chooseNetwork, network)}</li>
${network.password === undefined ? undefined : html`<li>${wifi.enterPassword}</li>`}</ol></section>
${payload.length > maxPayloadLength ? undefined : writeSymbolWay(payload, network, words)}`;
}

/** Hidden until it is asked for, by a control that needs no script. */
function writePassword(password: string, { wifi }: Words): Html {
  return html`<div class="secret"><span class="hint">${wifi.password}</span>
<label><input type="checkbox" id="show" autocomplete="off">${wifi.showPassword}</label>
<span class="mono dots" aria-hidden="true">••••••••••</span><span class="mono plain" id="password">${password}</span></div>
${writeCopyButton(wifi.copyPassword, "password", true)}`;
}

function writeProfileWay(profile: string, { wifi }: Words): Html {
  return html`<section><h2>${wifi.apple}</h2><p class="soft">${wifi.appleSteps}</p>
<a class="go quiet" href="${profile}">${wifi.loadProfile}</a></section>`;
}

function nameNetwork([before, after]: readonly [string, string], { ssid }: Network): Html {
  return html`${before}<b dir="auto">${ssid}</b>${after}`;
}

function writeSymbolWay(payload: string, { ssid }: Network, { wifi }: Words): Html {
  const matrix = encodeMatrix(payload, { level: "L" });
  const picture = drawSvg(matrix, describeStyle({ size: symbolPixels(matrix.size) }, matrix.size), {
    title: wifi.symbol(ssid),
  });
  return html`<section><h2>${wifi.anotherDevice}</h2><p class="soft">${wifi.scanThis}</p>
<div class="paper">${embed(picture)}</div></section>`;
}
