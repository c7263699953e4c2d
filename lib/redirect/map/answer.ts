import { evaluateFallback, evaluateTarget, isUsedUp } from "@/lib/targets";
import type { NamedTarget } from "@/lib/targets/walk";
import { isShortUrlAt } from "../show";

/** What a short URL answers, as the service would at that instant. */
export type MapAnswer =
  | { kind: "redirect"; url: string; isFallback: boolean }
  | { kind: "page" }
  | { kind: "not_yet"; startsAt: Date }
  | { kind: "closed"; why: ClosedBecause };

export const closedBecause = ["off", "expired", "used_up", "suspended", "blocked"] as const;
type ClosedBecause = (typeof closedBecause)[number];

/** @param host of the short URLs: one of them leads to no other, which could be a circle. */
export async function findAnswer(target: NamedTarget, now: Date, host: string): Promise<MapAnswer> {
  const judged = await evaluateTarget(target, now);
  const verdict =
    judged.kind === "open" && isUsedUp(target)
      ? (evaluateFallback(target) ?? ({ kind: "closed", why: "used_up" } as const))
      : judged;
  if (verdict.kind === "closed" || verdict.kind === "not_yet") return verdict;
  if (verdict.url === null) return { kind: "page" };
  if (isShortUrlAt(host, verdict.url)) return { kind: "closed", why: "blocked" };
  return { kind: "redirect", url: verdict.url, isFallback: verdict.kind === "fallback" };
}

const closedWords: Record<ClosedBecause, string> = {
  off: "Off",
  expired: "Ended",
  used_up: "Used up",
  suspended: "Suspended",
  blocked: "Blocked",
};

/** The state of a code in words. */
export function sayState(answer: MapAnswer): string {
  switch (answer.kind) {
    case "redirect":
      return answer.isFallback ? "Leads to its fallback" : "Leads to its target";
    case "page":
      return "Opens a page";
    case "not_yet":
      return "Not yet";
    case "closed":
      return closedWords[answer.why];
  }
}
