import { createHash } from "node:crypto";
import { publicContentTypes } from "@/lib/content/schema";
import { type Picture, renderCode, validateCode } from "@/lib/pictures";
import { publicOwner } from "@/lib/pictures/schema";
import { renameFields, ServiceError } from "@/lib/platform/errors";
import { readNumber } from "@/lib/platform/schema-fields";
import { drawingRelease } from "@/lib/qr/release";
import { type Settings, settingsSchema } from "@/lib/qr/schema";
import { encodePublicContent } from "./create";
import { type AdHocImageQuery, imageQuietZone, withHash } from "./schema";

/** An image that is drawn from a query alone; nothing of it is stored. */
export interface AdHocImage {
  type: (typeof publicContentTypes)[number];
  content: string;
  format: AdHocImageQuery["format"];
  settings: Settings;
  /** Names its bytes: the same for the same parameters. */
  tag: string;
}

/** The image that a query asks for; `content` is its content under either name. */
export function readAdHocImage(query: AdHocImageQuery, content: string): AdHocImage {
  const { type = guessType(content), format, size, dark, light, quietZone } = query;
  const settings = { size, color: { dark, light }, quietZone };
  const facts = JSON.stringify([drawingRelease, type, content, format, settings]);
  const tag = createHash("sha256").update(facts).digest("base64url").slice(0, 22);
  return { type, content, format, settings, tag };
}

function guessType(content: string): "url" | "text" {
  return /^https?:\/\//.test(content) ? "url" : "text";
}

/** Whether the image's content can be encoded, and leads nowhere that is blocked by now. Draws nothing. */
export function isEncodable({ type, content }: AdHocImage): boolean {
  try {
    return encodePublicContent(type, content) !== "";
  } catch (fault) {
    if (fault instanceof ServiceError) return false;
    throw fault;
  }
}

/** Draws an image and stores nothing. Throws the errors of `createPublicCode`, whose fields are named as parameters. */
export async function drawAdHocImage({ type, content, format, settings }: AdHocImage): Promise<Picture> {
  const encode = () => encodePublicContent(type, content);
  try {
    return await renderCode(encode, { owner: publicOwner, settings, format, grade: false });
  } catch (fault) {
    throw fault instanceof ServiceError ? renameFields(fault, toParameters) : fault;
  }
}

/** Faults of an image's content and looks, seen in raw parameters although other ones are wrong. */
export function validateAdHocImage(input: Record<string, unknown>): ServiceError[] {
  const { content = input.data, dark, light } = input;
  const type = input.type ?? (typeof content === "string" ? guessType(content) : undefined);
  const settings = {
    size: readNumber(input.size),
    color: { dark: readColour(dark), light: readColour(light) },
    quietZone: readNumber(input.quietZone),
  };
  return validateCode({ type, content, settings }, rules).map((fault) => renameFields(fault, toParameters));
}

const readColour = (text: unknown) => (typeof text === "string" ? withHash(text) : text);

const rules = {
  types: publicContentTypes,
  settings: settingsSchema(1024).extend({ quietZone: imageQuietZone.nullish() }),
  encode: encodePublicContent,
} satisfies Parameters<typeof validateCode>[1];

/** A setting's name as the parameter's: `settings.color.dark` is `dark`, and both colours together are `dark`. */
function toParameters(text: string): string {
  return text.replaceAll(/settings\.color(?!\.)/g, "dark").replaceAll(/settings\.(?:color\.)?/g, "");
}
