import { encodeContent } from "@/lib/content";
import { publicContentTypes } from "@/lib/content/schema";
import { checkLogo } from "@/lib/pictures";
import { ServiceError } from "@/lib/platform/errors";
import { encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import { type Settings, settingsSchema } from "@/lib/qr/schema";

const publicSettings = settingsSchema(1024);

/**
 * Faults of content and settings that can be seen in raw input although other members of it are wrong, so that a
 * client learns all of them at once. What the schema reports itself is not repeated.
 */
export function judgePublicCode(input: {
  type?: unknown;
  content?: unknown;
  settings?: unknown;
}): ServiceError[] {
  const type = publicContentTypes.find((known) => known === input.type);
  const settings = readValidSettings(input.settings);
  const faults: ServiceError[] = [];
  if (type !== undefined && typeof input.content === "string") {
    const { content } = input;
    faults.push(
      ...collectFaults(() => encodeMatrix(encodeContent(type, content).payload, symbolFor(settings))),
    );
  }
  faults.push(...judgeSettings(settings));
  return faults;
}

/** Faults of settings whatever the content: those that show with the smallest symbol, and the logo's own. */
export function judgeSettings(settings: Settings | null | undefined): ServiceError[] {
  const { enabled, dataUrl } = settings?.logo ?? {};
  return [
    ...collectFaults(() => resolveStyle(settings, encodeMatrix("0", symbolFor(settings)))),
    ...(enabled && dataUrl ? collectFaults(() => checkLogo(dataUrl)) : []),
  ];
}

/** The members that are valid by themselves. Without its size a picture says nothing of its frame or its logo's size. */
function readValidSettings(input: unknown): Settings {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return {};
  const valid: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(publicSettings.shape)) {
    const result = schema.safeParse((input as Record<string, unknown>)[name]);
    if (result.success) valid[name] = result.data;
  }
  if (publicSettings.shape.size.safeParse((input as { size?: unknown }).size).success) return valid;
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
