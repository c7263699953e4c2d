import type { Caller } from "@/lib/accounts/schema";
import { encodeContent, listWebAddresses, readContent } from "@/lib/content";
import { type ContentType, contentTypes } from "@/lib/content/schema";
import { renderCode, validateCode } from "@/lib/pictures/code";
import { env, shortUrlOf } from "@/lib/platform/env";
import { mergeErrors, ServiceError, type Warning } from "@/lib/platform/errors";
import { newBase62 } from "@/lib/platform/ids";
import { type Named, pathOf } from "@/lib/platform/short-path";
import { leastModulePixels, leastSize } from "@/lib/qr";
import type { Settings, Style } from "@/lib/qr/schema";
import { type CodeDomain, chooseDomainOfNew, type OwnDomains, ownDomains, serviceHost } from "./domains";
import { requireRulePlan, splitSettings, validateRawRules, validateRules } from "./schedule-rules";
import { lookSchema, type NewCode, type Rules } from "./schema";
import { findSlugFaults, requireSlugs } from "./slug";
import { dropSpareLogo, findBlockedFault, findTargetFault, hasFrame, sparse, warnOfFrame } from "./validate";

const shortCodeLength = 8;

/** What the symbol of a code depends on. */
export interface CodeContent extends Named {
  type: ContentType;
  content: string;
}

/** What drawing gives. */
export interface DrawnLook {
  /** The settings that it was drawn with, defaults filled in. */
  style: Style;
  /** The PNG as a data URL. */
  qrImage: string;
  /** Pixels of a module in its smallest PNG. */
  leastModule: number;
  /** Size of that PNG. */
  minSize: number;
  warnings: Warning[];
  /** Of type `url` the address that a redirect uses. */
  target: string | null;
}

/** A code with its picture, ready to be stored. */
export interface Draft extends CodeContent, CodeDomain, DrawnLook {
  name: string;
  settings: Settings;
  /** What bounds its short URL; null: nothing. */
  rules: Rules | null;
  tags: string[];
  note: string | null;
  isArchived: boolean;
  isImagePublic: boolean;
}

/**
 * Draws a new code. Throws `plan_required` and `sandbox_forbidden` for a slug, and what `chooseDomainOfNew` does; then what
 * content, slug and settings are refused for, all of it at once; `unavailable`.
 *
 * @param domains the caller's, for many codes of one call.
 */
export async function draftCode(
  caller: Caller,
  input: NewCode,
  { isHurried = false, domains = ownDomains(caller) }: { isHurried?: boolean; domains?: OwnDomains } = {},
): Promise<Draft> {
  const shortCode = input.isDynamic ? newBase62(shortCodeLength) : null;
  const { slug = null } = input;
  if (slug !== null) requireSlugs(caller);
  const sent = sparse(input.settings);
  const isDynamic = shortCode !== null;
  const chosen = await chooseDomainOfNew(caller, { isDynamic, domain: input.domain }, domains).catch(
    keepFault,
  );
  const [domain, domainFaults] = chosen instanceof ServiceError ? [serviceHost, [chosen]] : [chosen, []];
  const { host } = domain;
  const named = domainFaults.length > 0 ? input.domain : host;
  const isOnDomain = typeof named === "string";
  const slugFaults = slug === null ? [] : findSlugFaults(slug, { isDynamic, isOnDomain });
  const ruleFaults = validateRules(sent, { isDynamic, type: input.type });
  const [fault, ...faults] = [...domainFaults, ...slugFaults, ...ruleFaults];
  if (fault) throw mergeErrors([fault, ...faults, ...validateNewCode({ ...input, domain: named })]);
  requireRulePlan(caller.plan, sent, null);
  const { look: settings, rules } = splitSettings(sent);
  const warnings: Warning[] = [];
  const frameWarning = hasFrame(settings) ? warnOfFrame(caller.plan) : undefined;
  if (frameWarning) {
    delete settings.frame;
    warnings.push(frameWarning);
  }
  const { name, type, content, tags = [], note = null, archived: isArchived = false } = input;
  const { publicImage: isImagePublic = false } = input;
  const code = { type, content, shortCode, slug, host };
  const drawn = await drawCode(caller, code, settings, { isNews: true, isHurried });
  warnings.push(...drawn.warnings);
  if (shortCode !== null && host === null && !env.isBaseUrlSet) warnings.push(localBaseUrl());
  const kept = { name, ...code, ...domain, settings: dropSpareLogo(settings), rules };
  return { ...kept, tags, note, isArchived, isImagePublic, ...drawn, warnings };
}

/** A wrong domain is reported together with what else is wrong; what the plan or the key don't allow comes first. */
function keepFault(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError && inputFaults.has(thrown.code)) return thrown;
  throw thrown;
}

const inputFaults = new Set<string>(["validation_failed", "domain_not_verified"]);

/**
 * Draws a code as it is answered. Throws as `draftCode`.
 *
 * @param how `isNews`: its content is new; what it has held before may have been blocked since, which a redirect refuses,
 *   and its owner may still change the rest. `isHurried`: draw at once or be `unavailable`.
 */
export async function drawCode(
  caller: Caller,
  code: CodeContent,
  settings: Settings,
  { isNews, isHurried = false }: { isNews: boolean; isHurried?: boolean },
): Promise<DrawnLook> {
  let target: string | null = null;
  const encode = () => {
    const encoded = encodeCode(code, isNews);
    target = encoded.target;
    return encoded.payload;
  };
  const request = { owner: caller.accountId, settings, format: "png", grade: false, isHurried } as const;
  const picture = await renderCode(encode, { ...request, measure: true });
  const { bytes, style, warnings, matrix, leastModule = leastModulePixels } = picture;
  const minSize = leastSize(matrix, style.quietZone, leastModule);
  const qrImage = `data:image/png;base64,${bytes.toString("base64")}`;
  return { style, qrImage, leastModule, minSize, warnings, target };
}

/** Faults of a new code that can be seen in raw input although other members of it are wrong. */
export function validateNewCode(input: Record<string, unknown>): ServiceError[] {
  return validateWhole(input, { isNews: true, known: null });
}

/** The same of a code that has been stored, or is to be: of its content when that is new, of its rules besides `known`. */
export function validateWhole(
  input: Record<string, unknown>,
  { isNews, known }: { isNews: boolean; known: Rules | null },
): ServiceError[] {
  const shortCode = input.isDynamic === true ? "0".repeat(shortCodeLength) : null;
  const slug = typeof input.slug === "string" ? input.slug : null;
  const host = typeof input.domain === "string" ? input.domain : null;
  const rules = { isDynamic: shortCode !== null, isOnDomain: host !== null };
  const slugFaults = slug === null ? [] : findSlugFaults(slug, rules);
  const encode = (type: ContentType, content: string) =>
    encodeCode({ type, content, shortCode, slug: slugFaults.length === 0 ? slug : null, host }, isNews)
      .payload;
  return [
    ...slugFaults,
    ...validateRawRules(input.settings, { isDynamic: shortCode !== null, type: typeOf(input.type), known }),
    ...validateCode(input, { types: contentTypes, settings: lookSchema, encode }),
  ];
}

function typeOf(value: unknown): ContentType | undefined {
  return contentTypes.find((type) => type === value);
}

/** What the symbol holds. Throws the errors of `encodeContent`, and `invalid_url` for what no redirect may lead to. */
function encodeCode(code: CodeContent, isNews: boolean): { payload: string; target: string | null } {
  const { type, content } = code;
  const path = pathOf(code);
  const { payload, canonicalUrl } = encodeContent(type, content);
  const isLedTo = canonicalUrl !== undefined && path !== null;
  const addresses = isNews ? listWebAddresses(readContent(type, content, payload)) : [];
  const fault =
    (isLedTo ? findTargetFault(canonicalUrl, "content") : undefined) ??
    findBlockedFault(addresses, "content");
  if (fault) throw fault;
  return { payload: path === null ? payload : shortUrlOf(path), target: canonicalUrl ?? null };
}

/** What the symbol of a stored code holds; its content was judged when it was stored. */
export function payloadOf(code: CodeContent): string {
  const path = pathOf(code);
  return path === null ? encodeContent(code.type, code.content).payload : shortUrlOf(path);
}

function localBaseUrl(): Warning {
  return {
    code: "local_base_url",
    field: "isDynamic",
    message: `BASE_URL is not set, so the short URL begins with ${env.baseUrl}, which leads nowhere from other machines. Set it before you print.`,
  };
}
