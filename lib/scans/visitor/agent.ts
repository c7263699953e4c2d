import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import UAParser from "ua-parser-js";
import { oncePerProcess } from "@/lib/platform/process-state";
import { type Device, unknown } from "../visit";
import { desktopSystems, findApp, labelBrowser, labelSystem, phoneSystems } from "./labels";
import { isPreview } from "./previews";

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
    automaton: isPreview(text)
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
