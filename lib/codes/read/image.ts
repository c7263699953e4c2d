import { createHash } from "node:crypto";
import type { Caller } from "@/lib/accounts/schema";
import { mediaTypes, renderPicture } from "@/lib/pictures";
import { ServiceError } from "@/lib/platform/errors";
import { drawingRelease } from "@/lib/qr/release";
import type { Settings, Style } from "@/lib/qr/schema";
import { payloadOf } from "../draw/draft";
import { type CodeRow, styleOf } from "../rows";
import type { CodeImageQuery } from "../schema";
import { getRow } from "./get";

/** A code's picture as a file; without it where whoever asks has this very picture. */
type CodeImage = ImageFacts & ({ notModified: true } | { notModified: false; bytes: Buffer });

interface ImageFacts {
  mediaType: string;
  /** The code's name, free of what file systems refuse, with the format as its ending. */
  fileName: string;
  /** Changes with anything that the picture is drawn from. */
  tag: string;
  /** When the code last changed, as its answers say it. */
  updatedAt: string;
}

interface ImageRequest extends CodeImageQuery {
  /** Printed width of a PDF in millimetres, frame included; left out: as wide as the picture on a screen. */
  mm?: number | undefined;
}

/** A PDF is as wide as its picture on a screen: CSS pixels, 96 to the inch. */
const mmPerPixel = 25.4 / 96;

interface Asker {
  /** Tells whether whoever asks has the picture of this tag: then it is not drawn. */
  hasTag?: (tag: string) => boolean;
  /** Draws when it is the asker's turn; at once where left out. */
  take?: <T>(draw: () => Promise<T>) => Promise<T>;
}

/**
 * Draws a stored code as it is, or `size` pixels wide with frame and logo in proportion; a PDF `mm` wide. Throws `not_found`;
 * `size_too_small` for what is too small for its content, with the least size; `not_scannable`; `unavailable`.
 */
export async function renderCode(
  caller: Caller,
  id: string,
  { format, size, mm }: ImageRequest,
  { hasTag = () => false, take = (draw) => draw() }: Asker = {},
): Promise<CodeImage> {
  const row = await getRow(caller, id);
  const settings = size === undefined ? row.settings : resize(row.settings, styleOf(row), size);
  const request = { payload: payloadOf(row), settings, format, grade: false, title: row.name, widthMm: mm };
  const tag = createHash("sha256")
    .update(JSON.stringify([drawingRelease, request]))
    .digest("base64url");
  const mediaType = mediaTypes[format];
  const image = {
    mediaType,
    fileName: nameFile(row.name, format),
    tag,
    updatedAt: row.updatedAt.toISOString(),
  };
  if (hasTag(tag)) return { ...image, notModified: true };
  const widthMm = mm ?? measureWidth(styleOf({ ...row, settings })) * mmPerPixel;
  try {
    const owned = { ...request, owner: caller.accountId, widthMm };
    const { bytes } = await take(() => renderPicture(owned));
    return { ...image, notModified: false, bytes };
  } catch (fault) {
    throw size === undefined ? fault : nameParameter(fault);
  }
}

function measureWidth({ size, frame }: Style): number {
  return frame.style === "square" ? size : size + 2 * frame.size;
}

/** The settings for another size, the frame and the logo growing with it as far as their bounds allow. */
function resize(settings: Settings, { size: before, frame, logo }: Style, size: number): Settings {
  const scale = (pixels: number, min: number, max: number) =>
    Math.max(min, Math.min(max, Math.round((pixels * size) / before)));
  const hasFrame = frame.style !== "square";
  return {
    ...settings,
    size,
    ...(hasFrame && {
      frame: { ...settings.frame, size: scale(frame.size, 1, Math.min(100, Math.floor(size / 4))) },
    }),
    ...(logo && { logo: { ...settings.logo, size: scale(logo.size, 16, Math.floor((size * 3) / 10)) } }),
  };
}

/** The size of an image is a parameter of its own, not the code's setting. */
function nameParameter(fault: unknown): unknown {
  if (!(fault instanceof ServiceError) || !fault.details) return fault;
  const rename = (text: string) => text.replaceAll("settings.size", "size");
  const details = fault.details.map((detail) => ({
    ...detail,
    field: rename(detail.field),
    message: rename(detail.message),
  }));
  const { hint, retryAfterSeconds } = fault;
  return new ServiceError(fault.code, rename(fault.message), {
    details,
    ...(hint !== undefined && { hint }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

const longestName = 100;
/** What Windows refuses in a name, and what makes the ending of a name appear in its middle. */
const unsafe = /[\\/:*?"<>|]|\p{Bidi_Control}/gu;

function nameFile(name: CodeRow["name"], format: string): string {
  const safe = [...name.replaceAll(unsafe, "-")].slice(0, longestName).join("");
  const trimmed = safe.replaceAll(/^[\s.]+|[\s.]+$/g, "");
  return `${trimmed === "" ? "code" : trimmed}.${format}`;
}
