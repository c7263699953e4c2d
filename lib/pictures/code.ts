import type { ContentType } from "@/lib/content/schema";
import { mergeErrors, ServiceError } from "@/lib/platform/errors";
import { isObject } from "@/lib/platform/json-text";
import { encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import type { QrMatrix, Settings, settingsSchema } from "@/lib/qr/schema";
import { readLogo } from "./logo-header";
import { renderPicture } from "./render";
import type { Picture, PictureRequest } from "./schema";

/** What a code may be made of, and how its content becomes what the symbol holds (`encode` throws ServiceError). */
interface CodeRules {
  types: readonly ContentType[];
  settings: ReturnType<typeof settingsSchema>;
  encode: (type: ContentType, content: string) => string;
}

/**
 * Draws what `encode` gives, which may throw ServiceError: its faults and those of the settings are reported together.
 * Throws the errors of `renderPicture`.
 */
export async function renderCode(
  encode: () => string,
  request: Omit<PictureRequest, "payload">,
): Promise<Picture> {
  try {
    return await renderPicture({ ...request, payload: encode() });
  } catch (fault) {
    // What did not scan had no fault that could be seen before it was drawn.
    if (!(fault instanceof ServiceError) || !fault.details || fault.code === "not_scannable") throw fault;
    throw mergeErrors([fault, ...validateSettings(request.settings)]);
  }
}

/**
 * Faults of content and settings that can be seen in raw input although other members of it are wrong, so that a
 * client learns all of them at once. What the schema reports itself is not repeated.
 */
export function validateCode(
  input: { type?: unknown; content?: unknown; settings?: unknown },
  rules: CodeRules,
): ServiceError[] {
  const type = rules.types.find((known) => known === input.type);
  const { settings, isSymbolKnown } = readValidSettings(input.settings, rules.settings);
  const faults: ServiceError[] = [];
  let matrix: QrMatrix | undefined;
  if (type !== undefined && typeof input.content === "string") {
    const { content } = input;
    const encode = () => {
      matrix = encodeMatrix(rules.encode(type, content), symbolFor(settings));
    };
    faults.push(...collectFaults(encode));
  }
  faults.push(...validateSettings(settings, isSymbolKnown ? matrix : undefined));
  return faults;
}

/** Faults of settings with this symbol, or with the smallest and so whatever the content; and the logo's own. */
function validateSettings(settings: Settings | null | undefined, matrix?: QrMatrix): ServiceError[] {
  const dataUrl = settings?.logo?.dataUrl;
  return [
    ...collectFaults(() => resolveStyle(settings, matrix ?? encodeMatrix("0", symbolFor(settings)))),
    ...(dataUrl ? collectFaults(() => readLogo(dataUrl)) : []),
  ];
}

type Members = Record<string, unknown>;

/** Where one of these is wrong nobody knows how many modules the code has. */
const decidesSymbol = ["errorCorrectionLevel", "quietZone", "logo"];

/** Wrong members without which those beside them are judged all the same. */
const dispensable = [
  ["logo", "size"],
  ["frame", "color"],
] as const;

/** The members that are valid by themselves. Without its size a picture says nothing of its frame or its logo's size. */
function readValidSettings(
  input: unknown,
  { shape }: CodeRules["settings"],
): { settings: Settings; isSymbolKnown: boolean } {
  if (!isObject(input)) return { settings: {}, isSymbolKnown: true };
  const valid: Members = {};
  for (const [name, schema] of Object.entries(shape)) {
    const result = schema.safeParse(input[name]);
    if (result.success) valid[name] = result.data;
  }
  const isSymbolKnown = decidesSymbol.every((name) => name in valid);
  for (const [name, part] of dispensable) {
    const member = input[name];
    if (name in valid || !isObject(member)) continue;
    const result = shape[name].safeParse({ ...member, [part]: null });
    if (result.success) valid[name] = result.data;
  }
  if ("size" in valid) return { settings: valid, isSymbolKnown };
  const { frame: _frame, logo, ...others } = valid as Settings;
  return { settings: logo ? { ...others, logo: { ...logo, size: null } } : others, isSymbolKnown };
}

function collectFaults(act: () => unknown): ServiceError[] {
  try {
    act();
    return [];
  } catch (fault) {
    if (fault instanceof ServiceError) return [fault];
    throw fault;
  }
}
