import type { Target } from "@/lib/codes/schema";
import type { ContentType } from "@/lib/content/schema";
import { parseUrl } from "@/lib/platform/errors";
import { sayDayMonth, sayShortDay } from "../../ui/dates";
import { describeTarget } from "../code-facts";
import type { ToldTarget } from "./target-editor";

/** The history of a code's targets in words: what, from when to when, and by whom. */
export function tellTargets(
  targets: readonly Target[],
  { type, zone, nowMs }: { type: ContentType; zone: string; nowMs: number },
): ToldTarget[] {
  const [current] = targets;
  const host = current && type === "url" ? hostOf(current.content) : null;
  const say = (content: string) => shorten(content, host) ?? describeTarget({ type, content });
  const yearOf = (iso: string) => sayShortDay(iso, zone).slice(-4);
  const year = yearOf(new Date(nowMs).toISOString());
  const day = (iso: string) => (yearOf(iso) === year ? sayDayMonth : sayShortDay)(iso, zone);
  return targets.map(({ id, content, fallbackUrl, setAt, setBy }, place) => {
    const end = targets[place - 1]?.setAt ?? null;
    return {
      id,
      content,
      fallbackUrl,
      what: say(content),
      afterwards: fallbackUrl === null ? null : describeTarget({ type: "url", content: fallbackUrl }),
      when: `${saySpan(setAt, end, day)}${sayBy(setBy)}`,
    };
  });
}

function hostOf(address: string): string | null {
  return parseUrl(address)?.origin ?? null;
}

/** On the host of the present one the path says all; null where the whole is to be said. */
function shorten(content: string, origin: string | null): string | null {
  if (origin === null || hostOf(content) !== origin) return null;
  const rest = content.replace(/^[^/]*\/\/[^/?#]*/, "");
  return rest === "" || rest === "/" ? null : rest;
}

function saySpan(from: string | null, to: string | null, day: (iso: string) => string): string {
  if (from === null) return to === null ? "" : `Until ${day(to)}`;
  if (to === null) return `Since ${day(from)}`;
  return day(from) === day(to) ? day(from) : `${day(from)} to ${day(to)}`;
}

function sayBy(by: Target["setBy"]): string {
  if (by === null) return "";
  if (by.kind === "operator") return ", by the operator";
  if (by.kind === "key") return `, by ${by.name === null ? "a key" : `the key ${by.name}`}`;
  return by.name === null ? "" : `, by ${by.name}`;
}
