import type { Caller } from "@/lib/accounts/schema";
import { findPrinted, type PrintedCode, payloadOfPrinted } from "@/lib/codes/read";
import { createYield } from "@/lib/platform/concurrency";
import { type ErrorDetail, maxDetails, ServiceError } from "@/lib/platform/errors";
import { encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import { type LabelCode, shareOfModule, styleForPrint } from "./task";

/** Pictures of logos that one order may hold, as text: a hundred of the largest, thousands of usual ones. */
const mostLogoCharacters = 64 * 1024 * 1024;
/** Codes that are read at a time, each perhaps with a picture of half a megabyte. */
const atOnce = 16;
const breathMs = 10;

interface LoadedCodes {
  codes: LabelCode[];
  logos: string[];
  missing: number;
  /** Codes that today's rules refuse to draw, each with why. */
  faults: ErrorDetail[];
}

/** The caller's codes as labels are drawn from them, in the order asked for; one that is named twice counts once. */
export async function loadCodes(
  caller: Caller,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<LoadedCodes> {
  const loaded: LoadedCodes = { codes: [], logos: [], missing: 0, faults: [] };
  const places = new Map<string, number>();
  const yieldIfDue = createYield(breathMs);
  const wanted = [...new Set(ids)];
  let characters = 0;
  for (let at = 0; at < wanted.length; at += atOnce) {
    signal.throwIfAborted();
    const found = await Promise.all(wanted.slice(at, at + atOnce).map((id) => findPrinted(caller, id)));
    for (const code of found) {
      await yieldIfDue();
      if (code === null) loaded.missing += 1;
      else characters += add(loaded, places, code);
      if (characters > mostLogoCharacters) throw tooManyLogos();
    }
  }
  return loaded;
}

/** Tells how much of a picture was added. */
function add(loaded: LoadedCodes, places: Map<string, number>, code: PrintedCode): number {
  try {
    const payload = payloadOfPrinted(code);
    const matrix = encodeMatrix(payload, symbolFor(code.settings));
    const { style } = resolveStyle(code.settings, matrix);
    const dataUrl = style.logo?.dataUrl;
    const isNew = dataUrl !== undefined && !places.has(dataUrl);
    if (isNew) places.set(dataUrl, loaded.logos.push(dataUrl) - 1);
    const printed = styleForPrint(style, matrix);
    const { name, shortUrl } = code;
    loaded.codes.push({
      name,
      shortUrl,
      payload,
      matrix,
      style: printed.logo ? { ...printed, logo: { ...printed.logo, dataUrl: "" } } : printed,
      logo: dataUrl === undefined ? null : (places.get(dataUrl) ?? null),
    });
    return isNew ? dataUrl.length : 0;
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    if (loaded.faults.length < maxDetails) {
      loaded.faults.push({ field: "ids", code: fault.code, message: `“${code.name}”: ${fault.message}` });
    }
    return 0;
  }
}

function tooManyLogos(): ServiceError {
  const message = "The logos of these codes are too much for one file; print the codes in parts";
  return new ServiceError("payload_too_large", message);
}

/** The code whose module is the smallest part of its picture; null without any. */
export function findFinest(codes: readonly LabelCode[]): { name: string; share: number } | null {
  let finest: { name: string; share: number } | null = null;
  for (const { name, style, matrix } of codes) {
    const share = shareOfModule(style, matrix);
    if (finest === null || share < finest.share) finest = { name, share };
  }
  return finest;
}
