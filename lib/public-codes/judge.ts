import { publicContentTypes } from "@/lib/content/schema";
import { judgeCode } from "@/lib/pictures";
import type { ServiceError } from "@/lib/platform/errors";
import { settingsSchema } from "@/lib/qr/schema";
import { encodePublicContent } from "./encode";

const rules = {
  types: publicContentTypes,
  settings: settingsSchema(1024),
  encode: encodePublicContent,
};

/** Faults of content and settings of a public code, seen in raw input although other members of it are wrong. */
export function judgePublicCode(input: {
  type?: unknown;
  content?: unknown;
  settings?: unknown;
}): ServiceError[] {
  return judgeCode(input, rules);
}
