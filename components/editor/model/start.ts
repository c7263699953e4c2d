import type { StoredCode } from "@/lib/codes/schema";
import type { Settings } from "@/lib/qr/schema";
import { type Draft, startDraft, type Tab } from "../../maker/draft/draft";
import { openContent } from "../../maker/draft/open-content";
import { openLook } from "../../maker/draft/open-look";

/** A code to be changed, as far as the editor needs it. */
export type EditedCode = Pick<
  StoredCode,
  "id" | "name" | "type" | "content" | "isDynamic" | "shortUrl" | "settings"
>;

/** What the editor's forms hold. */
export interface Entered {
  name: string;
  /** Null until it is chosen: then the kind of content decides. */
  isDynamic: boolean | null;
  draft: Draft;
}

export function startNew(type: Tab): Entered {
  return { name: "", isDynamic: null, draft: startDraft("", type) };
}

export function openCode({ name, type, content, isDynamic, settings }: EditedCode): Entered {
  // What bounds its short URL stands in the settings, too, and is changed elsewhere.
  const look = openLook(settings as Settings);
  return { name, isDynamic, draft: { ...openContent(type, content), tab: type, look } };
}

/** Phones act on most kinds at once and without a network; an address is what changes after printing. */
export function isDynamicAtFirst(type: Tab, hasRoom: boolean): boolean {
  return type === "url" && hasRoom;
}

/** Whether two states of the forms differ in anything that would be lost; which form is open is not. */
export function differs(one: Entered, other: Entered): boolean {
  const strip = ({ draft: { tab: _, ...draft }, ...rest }: Entered) => JSON.stringify([rest, draft]);
  return strip(one) !== strip(other);
}
