import type { Caller } from "@/lib/accounts/schema";
import { encodeContent } from "@/lib/content";
import { type ContentType, contentTypes } from "@/lib/content/schema";
import { judgeCode, renderCode } from "@/lib/pictures";
import { env } from "@/lib/platform/env";
import { mergeErrors, type ServiceError, type Warning } from "@/lib/platform/errors";
import { newBase62 } from "@/lib/platform/ids";
import { shortUrlOf } from "@/lib/platform/short-url";
import type { Settings, Style } from "@/lib/qr/schema";
import { codeSettingsSchema, type NewCode } from "../schema";
import { findTargetFault } from "./own-address";
import { hasFrame, sparse, warnOfFrame } from "./settings";

const shortCodeLength = 8;

/** What the symbol of a code depends on. */
export interface CodeContent {
  type: ContentType;
  content: string;
  /** 8 base62 characters of a dynamic code, null for a static one. */
  shortCode: string | null;
}

/** What drawing gives. */
export interface DrawnLook {
  /** The settings that it was drawn with, defaults filled in. */
  style: Style;
  /** The PNG as a data URL. */
  qrImage: string;
  warnings: Warning[];
  /** Of type `url` the address that a redirect uses. */
  target: string | null;
}

/** A code with its picture, ready to be stored. */
export interface Draft extends CodeContent, DrawnLook {
  name: string;
  settings: Settings;
}

/** Draws a new code. Throws what content and settings are refused for, all of it at once; `unavailable`. */
export async function draftCode(caller: Caller, input: NewCode): Promise<Draft> {
  const shortCode = input.isDynamic ? newBase62(shortCodeLength) : null;
  const settings = sparse(input.settings);
  const warnings: Warning[] = [];
  const frameWarning = hasFrame(settings) ? warnOfFrame(caller.plan) : undefined;
  if (frameWarning) {
    delete settings.frame;
    warnings.push(frameWarning);
  }
  const { name, type, content } = input;
  const drawn = await drawCode(caller, { type, content, shortCode }, settings);
  warnings.push(...drawn.warnings);
  if (shortCode !== null && !env.isBaseUrlSet) warnings.push(localBaseUrl());
  return { name, type, content, shortCode, settings, ...drawn, warnings };
}

/** Draws a code as it is answered. Throws as `draftCode`. */
export async function drawCode(caller: Caller, code: CodeContent, settings: Settings): Promise<DrawnLook> {
  let target: string | null = null;
  const encode = () => {
    const encoded = encodeCode(code);
    target = encoded.target;
    return encoded.payload;
  };
  const request = { owner: caller.accountId, settings, format: "png", grade: false } as const;
  const { bytes, style, warnings } = await renderCode(encode, request);
  return { style, qrImage: `data:image/png;base64,${bytes.toString("base64")}`, warnings, target };
}

/** Faults of a new code that can be seen in raw input although other members of it are wrong. */
export function judgeNewCode(input: Record<string, unknown>): ServiceError[] {
  const shortCode = input.isDynamic === true ? "0".repeat(shortCodeLength) : null;
  return judgeCode(input, {
    types: contentTypes,
    settings: codeSettingsSchema,
    encode: (type, content) => encodeCode({ type, content, shortCode }).payload,
  });
}

/** What the symbol holds. Throws the errors of `encodeContent`, and `invalid_url` for what no redirect may lead to. */
function encodeCode({ type, content, shortCode }: CodeContent): { payload: string; target: string | null } {
  const { payload, canonicalUrl } = encodeContent(type, content);
  if (shortCode === null) return { payload, target: canonicalUrl ?? null };
  const fault = canonicalUrl === undefined ? undefined : findTargetFault(canonicalUrl);
  if (fault) throw mergeErrors([fault]);
  return { payload: shortUrlOf(shortCode), target: canonicalUrl ?? null };
}

/** What the symbol of a stored code holds; its content was judged when it was stored. */
export function payloadOf({ type, content, shortCode }: CodeContent): string {
  return shortCode === null ? encodeContent(type, content).payload : shortUrlOf(shortCode);
}

function localBaseUrl(): Warning {
  return {
    code: "local_base_url",
    field: "isDynamic",
    message: `BASE_URL is not set, so the short URL begins with ${env.baseUrl}, which leads nowhere from other machines. Set it before you print.`,
  };
}
