import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import UAParser from "ua-parser-js";
import { oncePerProcess } from "@/lib/platform/process-state";
import { browsers, systems } from "./labels";
import { type Device, unknown } from "./visit";

/** Apps that open links in a browser of their own, by what they add to its agent; ahead of what the parser says. */
const apps: readonly (readonly [label: string, mark: RegExp])[] = [
  ["Messenger", /\bFBAN\/Messenger|\bFB_IAB\/Orca|\bOrca-Android\b/],
  ["Threads", /\bBarcelona \d/],
  ["Instagram", /\bInstagram \d/],
  ["Facebook", /\bFBA[NV]\/|\bFB_IAB\//],
  ["WhatsApp", /\bWhatsApp\//],
  ["Telegram", /\bTelegram(?:-Android|-iOS|Bot-Android)?\/\d/],
  ["TikTok", /\bmusical_ly|\btrill_\d|\bBytedanceWebview\b|\bBytedance_?[Ww]ebview\b|\bTikTok\b/],
  ["Pinterest", /\[Pinterest\/|\bPinterest for (?:iOS|Android)/],
  ["Snapchat", /\bSnapchat\//],
  ["LinkedIn", /\[LinkedInApp\]|\bLinkedInApp\b/],
  ["Reddit", /\bReddit\/(?:Version|\d)/],
  ["Discord", /\bDiscord\/\d/],
  ["Viber", /\bViber\/\d/],
  ["Google App", /\bGSA\/\d/],
];

/** Without a device in the agent, its system decides between a phone and a desktop. */
const phoneSystems: ReadonlySet<string> = new Set([
  ...["Android", "iOS", "HarmonyOS", "KaiOS", "Windows Phone", "BlackBerry", "Symbian", "Bada", "Sailfish"],
]);
const desktopSystems: ReadonlySet<string> = new Set([
  ...["macOS", "Windows", "Chrome OS", "Ubuntu", "Debian", "Fedora", "Linux", "BSD", "Solaris", "Haiku"],
]);

function labelSystem(name: string | undefined): string {
  return (name !== undefined && systems.get(name.toLowerCase())) || unknown;
}

function labelBrowser(name: string | undefined): string {
  return (name !== undefined && browsers.get(name.toLowerCase())) || unknown;
}

/** The app in whose own browser a link was opened, if it says so. */
function findApp(agent: string): string | undefined {
  return apps.find(([, mark]) => mark.test(agent))?.[0];
}

/**
 * Who fetches a link to show what is behind it in a chat or a feed: nobody has scanned or tapped it yet. An app's own
 * browser has the app's name, too, but in the middle of a browser's agent; so a name that both have is looked for at the
 * start alone.
 */
const previews = [
  // iMessage calls itself by Facebook's and Twitter's names; so do LINE (line-poker) and KakaoTalk (kakaotalk-scrap).
  /\bfacebookexternalhit\b|\bFacebot\b|\bfacebookcatalog\b|\bmeta-externalfetcher\b/i,
  // Signal fetches under WhatsApp's name.
  /^WhatsApp\b/i,
  /\bTwitterbot\b/i,
  /\bSlackbot|\bSlack-ImgProxy\b/i,
  /\bDiscordbot\b/i,
  /\bTelegramBot\b(?!-Android)/i,
  /\bLinkedInBot\b/i,
  /\bSkypeUriPreview\b|skype-url-preview/i,
  /\bMicrosoftPreview\b|\bTeamsBot\b/i,
  /\bkakaotalk-scrap\b|\bline-poker\b/i,
  /^Viber\b|\bViberbot\b/i,
  /^Snap(?:chat)? URL Preview|\bSnap URL Preview Service\b/i,
  /^Pinterest\/\d|\bPinterestbot\b/i,
  /\bRedditbot\b/i,
  /\bBluesky Cardyb\b/i,
  /\bMastodon\/\d|\bPleroma\b|\bAkkoma\b|\bMisskey\/|\bLemmy\/|\bFriendica\b|\bgotosocial\b|\bPeerTube\//i,
  /\bvkShare\b|\bOdklBot\b/i,
  /^Tumblr\/|\bFlipboard(?:Proxy|RSS)\b/i,
  /\bEmbedly\b|\bIframely\b|\bOpengraph(?:\.io)?\b|\bmetainspector\b|\bunfurl/i,
  /\bMattermost-?Bot\b|\bRocket\.Chat\b|\bSynapse\b.*\bbot\b|\bZulip URL\b|\bNextcloud Server Crawler\b/i,
  // Google's messengers.
  /\bGoogle \(\+https:\/\/developers\.google\.com\/\+\/web\/snippet|\bGoogleMessages?\b/i,
  /\bXING-contenttabreceiver\b|\bYahoo Link Preview\b|\bQuora Link Preview\b|\bWhatsAppBot\b/i,
  /\b(?:link|url)[- ]?preview(?:er|bot)?\b/i,
];

/** One expression for all: it is tried on every new agent. */
const previewMarks = new RegExp(previews.map(({ source }) => source).join("|"), "i");

/** What a user agent says of itself. */
interface Agent {
  device: Device;
  os: string;
  browser: string;
  /** Null: a person holds it. */
  automaton: "bot" | "preview" | null;
}

const longestAgent = 512;
/** HTTP libraries that isbot does not know by their usual agents. */
const plainLibrary = /^(?:Dart|Deno|Bun|fasthttp|req|ureq|hyper|lua-resty-http)\//;
/** What logs and PostgreSQL do not take: control characters, line separators, halves of surrogate pairs. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029]/gu;

/** A user agent as it may be kept: at most 512 characters, each of which can be stored and logged as it is. */
export function cleanAgent(text: string): string {
  return cropText(text, longestAgent).replaceAll(unfit, "\uFFFD").trim();
}

/** The first characters of a text, as a text of their own: a slice would keep all of it in memory. */
export function cropText(text: string, length: number): string {
  if (text.length <= length) return text;
  return Buffer.from(text.slice(0, length), "utf16le").toString("utf16le");
}

/** Agents of the last visits: a few thousand are nearly all there are. A few megabytes. */
const known = oncePerProcess("user agents", () => new LRUCache<string, Agent>({ max: 4_000 }));

/** @param text as `cleanAgent` leaves it. */
export function readAgent(text: string): Agent {
  const agent = known.get(text);
  if (agent !== undefined) return agent;
  const read = parseAgent(text);
  known.set(text, read);
  return read;
}

function parseAgent(text: string): Agent {
  const parser = new UAParser(text);
  const os = labelSystem(parser.getOS().name);
  return {
    device: nameDevice(parser.getDevice().type, os),
    os,
    browser: findApp(text) ?? labelBrowser(parser.getBrowser().name),
    automaton: previewMarks.test(text)
      ? "preview"
      : text === "" || isbot(text) || plainLibrary.test(text)
        ? "bot"
        : null,
  };
}

function nameDevice(type: string | undefined, os: string): Device {
  if (type === "mobile" || type === "wearable") return "Mobile";
  if (type === "tablet") return "Tablet";
  // A television, a console, a car.
  if (type !== undefined) return unknown;
  if (phoneSystems.has(os)) return "Mobile";
  return desktopSystems.has(os) ? "Desktop" : unknown;
}
