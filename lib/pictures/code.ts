import type { ContentType } from "@/lib/content/schema";
import { mergeErrors, ServiceError } from "@/lib/platform/errors";
import { encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import type { Settings, settingsSchema } from "@/lib/qr/schema";
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
    throw mergeErrors([fault, ...judgeSettings(request.settings)]);
  }
}

/**
 * Faults of content and settings that can be seen in raw input although other members of it are wrong, so that a
 * client learns all of them at once. What the schema reports itself is not repeated.
 */
export function judgeCode(
  input: { type?: unknown; content?: unknown; settings?: unknown },
  rules: CodeRules,
): ServiceError[] {
  const type = rules.types.find((known) => known === input.type);
  const settings = readValidSettings(input.settings, rules.settings);
  const faults: ServiceError[] = [];
  if (type !== undefined && typeof input.content === "string") {
    const { content } = input;
    faults.push(...collectFaults(() => encodeMatrix(rules.encode(type, content), symbolFor(settings))));
  }
  faults.push(...judgeSettings(settings));
  return faults;
}

/** Faults of settings whatever the content: those that show with the smallest symbol, and the logo's own. */
function judgeSettings(settings: Settings | null | undefined): ServiceError[] {
  const { enabled, dataUrl } = settings?.logo ?? {};
  return [
    ...collectFaults(() => resolveStyle(settings, encodeMatrix("0", symbolFor(settings)))),
    ...(enabled && dataUrl ? collectFaults(() => readLogo(dataUrl)) : []),
  ];
}

/** The members that are valid by themselves. Without its size a picture says nothing of its frame or its logo's size. */
function readValidSettings(input: unknown, { shape }: CodeRules["settings"]): Settings {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return {};
  const valid: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(shape)) {
    const result = schema.safeParse((input as Record<string, unknown>)[name]);
    if (result.success) valid[name] = result.data;
  }
  if (shape.size.safeParse((input as { size?: unknown }).size).success) return valid;
  const { frame: _frame, logo, ...others } = valid as Settings;
  return logo ? { ...others, logo: { ...logo, size: null } } : others;
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
