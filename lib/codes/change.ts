import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Caller } from "@/lib/accounts/schema";
import { encodeContent } from "@/lib/content";
import { renderPicture, validateCode } from "@/lib/pictures";
import { fieldError, mergeErrors, ServiceError, type Warning } from "@/lib/platform/errors";
import { isObject } from "@/lib/platform/json-text";
import { listFieldErrors } from "@/lib/platform/validation";
import type { Settings } from "@/lib/qr/schema";
import { type CodeDomain, chooseDomainOfChange } from "./domains";
import { type DrawnLook, drawCode, validateWhole } from "./draft";
import { type CodeRow, type StoredRow, styleOf } from "./rows";
import { requireRulePlan, splitSettings, validateRawRules, validateRules } from "./schedule-rules";
import { type CodeChange, type CodeSettings, codeSettingsSchema, lookSchema, type Rules } from "./schema";
import { findSlugChangeFaults, findSlugFaults } from "./slug";
import { dropSpareLogo, hasFrame, mergeSettings, sparse, warnOfFrame } from "./validate";

/** A code as it is to be, drawn. */
export interface ChangedCode extends DrawnLook, CodeDomain {
  name: string;
  content: string;
  slug: string | null;
  settings: Settings;
  rules: Rules | null;
  tags: string[];
  note: string | null;
  isArchived: boolean;
  isImagePublic: boolean;
}

/**
 * Merges a change with a code and draws it. Throws what `chooseDomainOfChange` does, `plan_required` and `sandbox_forbidden` for another slug, then everything
 * that the change is refused for, all at once.
 */
export async function changeCode(caller: Caller, row: StoredRow, change: CodeChange): Promise<ChangedCode> {
  const name = change.name ?? row.name;
  const content = change.content ?? row.content;
  const { slug = row.slug } = change;
  const domain = await chooseDomainOfChange(caller, row, { slug, domain: change.domain });
  const { host } = domain;
  const slugFaults =
    slug === row.slug && host === row.host ? [] : findSlugChangeFaults(caller, row, { slug, host });
  const isNews = content !== row.content;
  const isDynamic = row.shortCode !== null;
  const merged = mergeOver({ ...row.settings, ...row.rules }, change.settings);
  const checked = checkSettings(merged);
  const ruleFaults = validateRules(checked.settings, { isDynamic, type: row.type, known: row.rules });
  const [fault, ...faults] = [...findImmutable(row, change), ...slugFaults, ...checked.faults, ...ruleFaults];
  if (fault) {
    const whole = { type: row.type, content, settings: merged, isDynamic, domain: host };
    throw mergeErrors([fault, ...faults, ...validateWhole(whole, { isNews, known: row.rules })]);
  }
  requireRulePlan(caller.plan, checked.settings, row.rules);
  const { look, rules } = splitSettings(checked.settings);
  const { settings, warnings } = keepFrame(caller, row, look, change.settings);
  const drawn = await drawCode(caller, { ...row, content, slug, host }, settings, { isNews });
  warnings.push(...drawn.warnings);
  if (!isDynamic && isNews) warnings.push(staticImageChanged());
  const { tags = row.tags, note = row.note, archived: isArchived = row.isArchived } = change;
  const { publicImage: isImagePublic = row.isImagePublic } = change;
  const kept = {
    name,
    content,
    slug,
    ...domain,
    settings: dropSpareLogo(settings),
    rules,
    tags,
    note,
    isArchived,
    isImagePublic,
  };
  return { ...drawn, ...kept, warnings };
}

/** Faults of a change that can be seen whatever code it is for, and whatever settings it has. */
export function validateCodeChange({
  content,
  slug,
  domain,
  settings,
}: Record<string, unknown>): ServiceError[] {
  const slugRules = { isDynamic: true, isOnDomain: domain !== null };
  // Its own slug may have become a reserved word since.
  const slugFaults =
    typeof slug === "string"
      ? findSlugFaults(slug, slugRules).filter(({ code }) => code !== "slug_reserved")
      : [];
  const ruleFaults = validateRawRules(settings, { isDynamic: true });
  const faults = [...slugFaults, ...checkSettings(settings).faults, ...ruleFaults];
  if (typeof content !== "string") return faults;
  const rules = {
    types: ["text"],
    settings: lookSchema,
    encode: () => {
      encodeContent("text", content);
      return "0";
    },
  } as const;
  return [...faults, ...validateCode({ type: "text", content }, rules)];
}

const settingsMember = z.object({ settings: codeSettingsSchema.nullish() });

/** Every member by itself; what depends on other members and on the symbol is judged by drawing. */
function checkSettings(settings: unknown): { settings: CodeSettings; faults: ServiceError[] } {
  const { data, error } = settingsMember.safeParse({ settings });
  if (!error) return { settings: sparse(data.settings), faults: [] };
  const details = listFieldErrors(settingsMember, { settings }, error.issues, "settings");
  const message = details[0]?.message ?? "settings is not valid";
  return { settings: {}, faults: [new ServiceError("validation_failed", message, { details })] };
}

/** The settings as they would be, unchecked; null is as if absent, and what is no object is left to the schema. */
function mergeOver(settings: Settings & Rules, change: unknown): unknown {
  if (change === undefined || change === null) return settings;
  if (!isObject(change)) return change;
  const merged = mergeSettings(settings, change);
  // Of a logo that is switched off only what was sent is judged, not what the code had.
  return isObject(merged.logo) && !merged.logo.enabled ? { ...merged, logo: change.logo } : merged;
}

/**
 * A change less what it only repeats of an answer: members of `settings` that are equal to a default which the answer filled
 * in. So a client that reads, changes one member and sends all of them back fixes no default.
 */
export function omitDefaults(row: CodeRow, change: CodeChange): CodeChange {
  if (!isObject(change.settings)) return change;
  const answered: Record<string, unknown> = { ...styleOf(row) };
  const stored: Record<string, unknown> = { ...row.settings };
  const settings = omitRepeated(change.settings, answered, stored);
  for (const [name, value] of Object.entries(settings)) {
    const member = answered[name];
    if (!isObject(value) || !isObject(member)) continue;
    const known = stored[name];
    settings[name] = omitRepeated(value, member, isObject(known) ? known : {});
  }
  return { ...change, settings };
}

function omitRepeated(
  sent: Record<string, unknown>,
  answered: Record<string, unknown>,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const isRepeated = ([name, value]: [string, unknown]) =>
    !Object.hasOwn(stored, name) && Object.hasOwn(answered, name) && isDeepStrictEqual(value, answered[name]);
  return Object.fromEntries(Object.entries(sent).filter((entry) => !isRepeated(entry)));
}

function findImmutable(row: CodeRow, change: CodeChange): ServiceError[] {
  const isDynamic = row.shortCode !== null;
  const faults: ServiceError[] = [];
  if (change.type !== undefined && change.type !== row.type) faults.push(immutable("type", row.type));
  if (change.isDynamic !== undefined && change.isDynamic !== isDynamic)
    faults.push(immutable("isDynamic", isDynamic));
  return faults;
}

function immutable(field: string, present: string | boolean): ServiceError {
  const message = `${field} is ${present} and cannot be changed; create a new code to have another`;
  return fieldError("immutable_field", { field, code: "immutable_field", message });
}

/**
 * Without the plan's frames a code keeps the one it has, if any, and another one that was sent is warned of; the one it
 * has may be sent back as it was answered.
 */
function keepFrame(
  { plan }: Caller,
  row: CodeRow,
  settings: Settings,
  change: unknown,
): { settings: Settings; warnings: Warning[] } {
  const warning = hasFrame(settings) ? warnOfFrame(plan) : undefined;
  if (!warning) return { settings, warnings: [] };
  const { frame: _, ...others } = settings;
  const { frame } = row.settings;
  const isSent = isObject(change) && Object.hasOwn(change, "frame");
  const isAnother = isSent && !isDeepStrictEqual(styleOf({ ...row, settings }).frame, styleOf(row).frame);
  return { settings: { ...others, ...(frame && { frame }) }, warnings: isAnother ? [warning] : [] };
}

function staticImageChanged(): Warning {
  return {
    code: "static_image_changed",
    field: "content",
    message:
      "The code is static: what is printed doesn't change and still leads to the old content. Print the new picture, or make a dynamic code.",
  };
}

/** As long as the short URL of a dynamic code. */
const sample = "https://example.com/r/abcd1234";
const sampleSize = 512;
/** What is too wide for the largest picture is too wide for every one. */
const largestSize = 4096;

/**
 * A look for codes that are still to come, as it is kept. Without a size, so of the pixels of its frame and its logo only
 * what fits no picture is refused; a frame is kept on every plan. Throws everything that it is refused for at once, as
 * drawing a code with it would: `contrast_too_low`, `invalid_logo`, `not_scannable`, `unavailable`.
 */
export async function checkLook(caller: Caller, look: Settings): Promise<Settings> {
  const { size: _, ...settings } = sparse(look);
  const [fault, ...faults] = validateCode(
    { type: "text", content: sample, settings: { ...settings, size: largestSize } },
    { types: ["text"], settings: lookSchema, encode: () => sample },
  );
  if (fault) throw mergeErrors([fault, ...faults]);
  await renderPicture({
    owner: caller.accountId,
    payload: sample,
    settings: { ...dropPixels(settings), size: sampleSize },
    format: "png",
    grade: false,
  });
  return dropSpareLogo(settings);
}

/** Frame and logo in the proportions that they have when nothing is said of them. */
function dropPixels({ frame, logo, ...settings }: Settings): Settings {
  return {
    ...settings,
    ...(frame && { frame: { ...frame, size: null } }),
    ...(logo && { logo: { ...logo, size: null } }),
  };
}
