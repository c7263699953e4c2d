import { encodeContent } from "@/lib/content";
import type { publicContentTypes } from "@/lib/content/schema";
import { type Picture, renderPicture } from "@/lib/pictures";
import { env } from "@/lib/platform/env";
import { mergeErrors, ServiceError } from "@/lib/platform/errors";
import { newShortCode } from "@/lib/platform/ids";
import type { Settings } from "@/lib/qr/schema";
import { judgeSettings } from "./judge";
import { type PublicCodeResource, publicApiVersion } from "./schema";
import { storePublicCode } from "./store";

export interface NewCode {
  name?: string | null | undefined;
  type: (typeof publicContentTypes)[number];
  content: string;
  settings?: Settings | null | undefined;
  grade: boolean;
}

const shortCodeLength = 12;

/**
 * Draws a code, stores its picture for 24 hours and presents both. Nothing is stored unless all of it succeeded.
 * Throws the errors of `encodeContent` and `renderPicture`; those of content and settings together.
 *
 * @param now the time of generation that the answer states.
 */
export async function createPublicCode(code: NewCode, now: Date): Promise<PublicCodeResource> {
  const picture = await drawCode(code);
  const shortCode = newShortCode(shortCodeLength);
  await storePublicCode({ shortCode, type: code.type, content: code.content, png: picture.bytes });
  return presentPublicCode(code, picture, shortCode, now);
}

async function drawCode(code: NewCode): Promise<Picture> {
  try {
    const { payload } = encodeContent(code.type, code.content);
    return await renderPicture({ payload, settings: code.settings, format: "png", grade: code.grade });
  } catch (fault) {
    // What did not scan had no fault that could be seen before it was drawn.
    if (!(fault instanceof ServiceError) || !fault.details || fault.code === "not_scannable") throw fault;
    throw mergeErrors([fault, ...judgeSettings(code.settings)]);
  }
}

/** Everything that leaves, and nothing else. */
function presentPublicCode(
  code: NewCode,
  picture: Picture,
  shortCode: string,
  now: Date,
): PublicCodeResource {
  const api = `${env.baseUrl}/api/public/qr-codes`;
  const { warnings, scannability } = picture;
  return {
    qrImage: `data:image/png;base64,${picture.bytes.toString("base64")}`,
    imageUrl: `${api}/view/${shortCode}`,
    type: code.type,
    content: code.content,
    name: code.name ?? undefined,
    settings: picture.style,
    warnings: warnings.length > 0 ? warnings : undefined,
    scannability,
    _meta: {
      apiVersion: publicApiVersion,
      generatedAt: now.toISOString(),
      documentation: `${api}/openapi.json`,
      note: "imageUrl serves this image for 24 hours.",
    },
  };
}
