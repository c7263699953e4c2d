import type { CodeChange, NewCode, StoredCode } from "@/lib/codes/schema";
import type { Plan } from "@/lib/plans";
import type { Warning } from "@/lib/platform/errors";
import type { ListedPreset } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import type { EnteredTags } from "../codes/tags-field";
import { type Draft, startDraft, type Tab } from "../qr-builder/draft/draft";
import { openContent, openLook } from "../qr-builder/draft/open-content";
import { readContent } from "../qr-builder/draft/read-content";
import { largestSize, readSettings } from "../qr-builder/draft/read-settings";
import { noRouting, openRouting, type Routing, readRouting } from "../routes/draft";
import type { RouteFigures } from "../routes/shares";
import type { UtmPresetActions } from "../routes/utm-presets";
import type { Answer, FormAction } from "../ui/form/answer";
import type { CodeRoom } from "./save-notes";

export type EditedCode = Pick<
  StoredCode,
  "id" | "name" | "type" | "content" | "isDynamic" | "shortUrl" | "slug" | "domain" | "aliases" | "settings"
> & {
  /** Its domain as people read it: an international name in Unicode. Absent without a domain. */
  domainName?: string;
};

export interface Entered {
  name: string;
  /** Null until it is chosen: then the kind of content decides. */
  isDynamic: boolean | null;
  /** The last part of the short URL; empty: a generated one. */
  slug: string;
  /** Host of the short URL; null: the service's. */
  domain: string | null;
  /** What decides where a dynamic address leads. */
  routing: Routing;
  /** Of a new code. */
  tags: EnteredTags;
  draft: Draft;
}

/** Whether rules, campaign parameters and goals are there for it: a dynamic code of a web address. */
export const hasTargets = (isDynamic: boolean, type: Tab): boolean => isDynamic && type === "url";

/** Drawn until a short code is generated: as long as one. */
export const standInCode = "preview0";

const noTags: EnteredTags = { tags: [], text: "", all: [] };

export const startNew = (type: Tab, domain: string | null = null): Entered => ({
  name: "",
  isDynamic: null,
  slug: "",
  domain,
  routing: noRouting,
  tags: noTags,
  draft: startDraft("", type),
});

export function openCode({ name, type, content, isDynamic, slug, domain, settings }: EditedCode): Entered {
  // What bounds its short URL stands in the settings, too, and is changed elsewhere.
  const look = openLook(settings as Settings);
  const draft = { ...openContent(type, content), tab: type, look };
  const rest = { routing: openRouting(settings), tags: noTags, draft };
  return { name, isDynamic, slug: slug ?? "", domain, ...rest };
}

/** Phones act on most kinds at once and without a network; an address is what changes after printing. */
export const isDynamicAtFirst = (type: Tab, hasRoom: boolean): boolean => type === "url" && hasRoom;

/** Whether two states of the forms differ in anything that would be lost; which form is open is not. */
export function differs(one: Entered, other: Entered): boolean {
  const strip = ({ draft: { tab: _, ...draft }, ...rest }: Entered) => JSON.stringify([rest, draft]);
  return strip(one) !== strip(other);
}

export function makeNewCode({ name, draft, ...entered }: Entered, isDynamic: boolean): NewCode {
  const slug = entered.slug.trim();
  const tags = [...entered.tags.all];
  return {
    name: name.trim(),
    type: draft.tab,
    content: readContent(draft),
    settings: {
      ...settingsOf(draft),
      ...(hasTargets(isDynamic, draft.tab) && readRouting(entered.routing)),
    },
    isDynamic,
    ...(tags.length > 0 && { tags }),
    ...(isDynamic && slug !== "" && { slug }),
    ...(isDynamic && { domain: entered.domain }),
  };
}

/** What differs from the code as it was opened; the rest stays to the byte. Null where nothing differs. */
export function makeChange(before: Entered, now: Entered): CodeChange | null {
  const name = now.name.trim();
  const slug = now.slug.trim();
  const content = readContent(now.draft);
  const settings = changeSettings(allSettingsOf(before), allSettingsOf(now));
  const change: CodeChange = {
    ...(name === before.name ? {} : { name }),
    ...(content === readContent(before.draft) ? {} : { content: keepLineEnds(before, content) }),
    ...(slug === before.slug ? {} : { slug: slug || null }),
    ...(now.domain === before.domain ? {} : { domain: now.domain }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
  return Object.keys(change).length === 0 ? null : change;
}

const allSettingsOf = ({ draft, routing }: Entered) => ({ ...settingsOf(draft), ...readRouting(routing) });

const settingsOf = ({ look }: Entered["draft"]): Settings => readSettings(look, largestSize.stored).settings;

/** A control knows only `\n`; a card from elsewhere keeps the line ends that its format asks for. */
function keepLineEnds({ draft }: Entered, content: string): string {
  const stored = readContent(draft);
  const isCrlf = draft.raw !== null && /\r\n/.test(stored) && !/(?:^|[^\r])\n/.test(stored);
  return isCrlf ? content.replace(/\r\n|\n/g, "\r\n") : content;
}

/** Members that differ, as the interface merges them: null takes one back to its default. */
function changeSettings(before: Settings, now: Settings): Settings {
  const names = new Set([...Object.keys(before), ...Object.keys(now)] as (keyof Settings)[]);
  const changed: Record<string, unknown> = {};
  for (const name of names) {
    if (JSON.stringify(before[name]) !== JSON.stringify(now[name])) {
      changed[name] = replace(before[name], now[name]);
    }
  }
  return changed as Settings;
}

function replace(before: unknown, now: unknown): unknown {
  if (now === undefined || now === null) return null;
  if (typeof now !== "object" || Array.isArray(now)) return now;
  const gone = Object.keys(typeof before === "object" && before !== null ? before : {});
  return { ...Object.fromEntries(gone.map((key) => [key, null])), ...now };
}

/** A host of the account, with its name as people read it. */
export interface EditorHost {
  host: string;
  name: string;
  isDefault: boolean;
}

export interface CodeEditorProps {
  start: Entered;
  /** The code that is changed; null: a new one. */
  code: EditedCode | null;
  origin: string;
  /** Hosts of the account on which a code can have its short URL. */
  hosts: readonly EditorHost[];
  /** Nobody has told the service its own address, so its short links lead nowhere from elsewhere. */
  isLocal: boolean;
  room: CodeRoom;
  presets: readonly ListedPreset[];
  /** The plan that has frames, and the one that has slugs; undefined where the caller's own has. */
  framePlan: string | undefined;
  slugPlan: string | undefined;
  plan: Plan;
  /** Scans and goals of the last 30 days of a code that has rules. */
  figures?: RouteFigures | undefined;
  actions: EditorActions;
}

export interface SavedCode {
  id: string;
  warnings: readonly Warning[];
}

/** What the editor asks of the server; each asks by itself who is signed in. */
export interface EditorActions {
  create: (key: string, code: NewCode) => Promise<Answer<SavedCode>>;
  change: (id: string, change: CodeChange) => Promise<Answer<SavedCode>>;
  presets: PresetActions;
  utmPresets: UtmPresetActions;
  /** The names of the account's tags. */
  listTags: () => Promise<Answer<string[]>>;
}

export interface PresetActions {
  create: (
    settings: Settings,
    ...form: Parameters<FormAction<ListedPreset>>
  ) => Promise<Answer<ListedPreset>>;
  /** The look with the picture of its logo. */
  read: (id: string) => Promise<Answer<Settings>>;
  rename: (id: string, ...form: Parameters<FormAction<ListedPreset>>) => Promise<Answer<ListedPreset>>;
  remove: (id: string) => Promise<Answer<null>>;
}
