import { findBlocked } from "@/lib/blocklist";
import { encodeContent, listWebAddresses, readContent } from "@/lib/content";
import { type ContentType, publicContentTypes } from "@/lib/content/schema";
import { type Picture, renderCode, validateCode } from "@/lib/pictures";
import { publicOwner } from "@/lib/pictures/schema";
import { createBatcher } from "@/lib/platform/batch-loader";
import { env } from "@/lib/platform/env";
import { fieldError, type ServiceError, type Warning } from "@/lib/platform/errors";
import { newBase62 } from "@/lib/platform/ids";
import { type Settings, settingsSchema } from "@/lib/qr/schema";
import { insertPublicCodes, type NewPublicCode } from "./queries";
import { type PublicCodeResource, publicApiVersion } from "./schema";

/** Rows of one statement at most. */
const maxBatch = 32;

/**
 * Stores a picture durably: resolves when the transaction that holds it is committed. Under load several share one
 * statement: while one is in flight the next batch gathers (group commit). A batch that fails fails for each of its
 * members. It expires exactly 24 hours after the database's own time of storing.
 */
export const storePublicCode: (row: NewPublicCode) => Promise<void> = createBatcher({
  name: "store public code",
  async ask(rows: readonly NewPublicCode[]) {
    await insertPublicCodes(rows);
    return [];
  },
  maxBatch,
  maxRunning: 1,
  maxWaiting: 2_000,
});

export interface NewCode {
  name?: string | null | undefined;
  type: (typeof publicContentTypes)[number];
  content: string;
  settings?: Settings | null | undefined;
  grade: boolean;
  /** Parameters that were sent and have no effect; each is warned of. */
  ignored?: readonly string[];
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
  const { scannability } = picture;
  const warnings = [...(code.ignored ?? []).map(warnOfIgnored), ...picture.warnings];
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

function warnOfIgnored(field: string): Warning {
  const message = `${field} has no effect here; GET /api/public/qr-codes/image takes it, or POST has settings.`;
  return { code: "parameter_ignored", field, message };
}

/** What the symbol holds. Throws the errors of `encodeContent`, and `invalid_url` for what the operator has blocked. */
export function encodePublicContent(type: ContentType, content: string): string {
  const { payload } = encodeContent(type, content);
  if (!listWebAddresses(readContent(type, content, payload)).some(findBlocked)) return payload;
  const message = "content leads to an address that this service does not serve";
  throw fieldError("invalid_url", { field: "content", code: "blocked", message });
}

const rules = {
  types: publicContentTypes,
  settings: settingsSchema(1024),
  encode: encodePublicContent,
};

/** Faults of content and settings of a public code, seen in raw input although other members of it are wrong. */
export function validatePublicCode(input: {
  type?: unknown;
  content?: unknown;
  settings?: unknown;
}): ServiceError[] {
  return validateCode(input, rules);
}
