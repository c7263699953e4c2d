import type { publicContentTypes } from "@/lib/content/schema";
import { type Picture, renderCode } from "@/lib/pictures";
import { publicOwner } from "@/lib/pictures/schema";
import { env } from "@/lib/platform/env";
import { newBase62 } from "@/lib/platform/ids";
import type { Settings } from "@/lib/qr/schema";
import { encodePublicContent } from "./encode";
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
 * Throws the errors of `encodePublicContent` and `renderCode`; those of content and settings together.
 *
 * @param now the time of generation that the answer states.
 */
export async function createPublicCode(code: NewCode, now: Date): Promise<PublicCodeResource> {
  const { type, content, settings, grade } = code;
  const encode = () => encodePublicContent(type, content);
  const picture = await renderCode(encode, { owner: publicOwner, settings, format: "png", grade });
  const shortCode = newBase62(shortCodeLength);
  await storePublicCode({ shortCode, type, content, png: picture.bytes });
  return presentPublicCode(code, picture, shortCode, now);
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
