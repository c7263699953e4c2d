import { encodeContent } from "@/lib/content";
import { publicContentTypes } from "@/lib/content/schema";
import { judgeCode } from "@/lib/pictures";
import type { ServiceError } from "@/lib/platform/errors";
import { settingsSchema } from "@/lib/qr/schema";

const rules = {
  types: publicContentTypes,
  settings: settingsSchema(1024),
  encode: (...[type, content]: Parameters<typeof encodeContent>) => encodeContent(type, content).payload,
};

/** Faults of content and settings of a public code, seen in raw input although other members of it are wrong. */
export function judgePublicCode(input: {
  type?: unknown;
  content?: unknown;
  settings?: unknown;
}): ServiceError[] {
  return judgeCode(input, rules);
}
