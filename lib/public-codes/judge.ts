import { encodeContent } from "@/lib/content";
import { publicContentTypes } from "@/lib/content/schema";
import { ServiceError } from "@/lib/platform/errors";
import { encodeMatrix, resolveStyle, symbolFor } from "@/lib/qr";
import { type Settings, settingsSchema } from "@/lib/qr/schema";

const settingsOfPublicCodes = settingsSchema(1024).nullish();

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
  const settings = settingsOfPublicCodes.safeParse(input.settings);
  const faults: ServiceError[] = [];
  if (type !== undefined && typeof input.content === "string") {
    const { content } = input;
    faults.push(
      ...collectFaults(() => encodeMatrix(encodeContent(type, content).payload, symbolFor(settings.data))),
    );
  }
  if (settings.success) faults.push(...judgeSettings(settings.data));
  return faults;
}

/** Faults of settings whatever the content: those that show with the smallest symbol. */
export function judgeSettings(settings: Settings | null | undefined): ServiceError[] {
  return collectFaults(() => resolveStyle(settings, encodeMatrix("0", symbolFor(settings))));
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
