import type { SelectedCode, TargetMove } from "@/lib/codes/schema";
import { encodeContent } from "@/lib/content";
import { ServiceError } from "@/lib/platform/errors";
import type { LeftOut } from "./run";

export type TargetOrder =
  | { kind: "one"; address: string }
  | { kind: "replace"; find: string; put: string }
  | { kind: "parameters"; values: Readonly<Record<string, string>> };

export interface PlannedMove extends TargetMove {
  name: string;
}

interface Plan {
  moves: PlannedMove[];
  faulty: PlannedMove[];
  left: LeftOut;
}

/** Where each code is to lead: dynamic codes of an address alone, and those alone that would lead elsewhere. */
export function planMoves(codes: readonly SelectedCode[], order: TargetOrder): Plan {
  const plan: Plan = { moves: [], faulty: [], left: { static: 0, otherType: 0, same: 0 } };
  for (const { id, name, isDynamic, target } of codes) {
    if (!isDynamic) plan.left.static += 1;
    else if (target === null) plan.left.otherType += 1;
    else {
      const move = { id, name, version: null, from: target, to: makeTarget(target, order) };
      if (move.to === target) plan.left.same += 1;
      else (isAddress(move.to) ? plan.moves : plan.faulty).push(move);
    }
  }
  return plan;
}

function makeTarget(from: string, order: TargetOrder): string {
  switch (order.kind) {
    case "one":
      return order.address.trim();
    case "replace":
      return order.find === "" ? from : from.replaceAll(order.find, () => order.put);
    case "parameters":
      return Object.entries(order.values).reduce(
        (address, [name, value]) =>
          value.trim() === "" ? address : setParameter(address, name, value.trim()),
        from,
      );
  }
}

/** Whether a code can hold it as an address; the server judges where it leads. */
function isAddress(text: string): boolean {
  try {
    encodeContent("url", text);
    return /^https?:\/\//i.test(text);
  } catch (fault) {
    if (fault instanceof ServiceError) return false;
    throw fault;
  }
}

/** Sets a query parameter where its first is, else at the end; the rest of the address stays to the byte (RFC 3986). */
export function setParameter(address: string, name: string, value: string): string {
  const [, before = "", query, hash = ""] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? [];
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  const pairs = query === undefined || query === "" ? [] : query.split("&");
  const isNamed = (one: string) => readName(one) === name;
  const place = pairs.findIndex(isNamed);
  const others = pairs.filter((one, at) => at === place || !isNamed(one));
  const next = place < 0 ? [...pairs, pair] : others.map((one) => (isNamed(one) ? pair : one));
  return `${before}?${next.join("&")}${hash}`;
}

function readName(pair: string): string {
  const text = pair.split("=")[0]?.replaceAll("+", " ") ?? "";
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
