import { z } from "zod";
import type { ContentType } from "@/lib/content/schema";
import { plainText } from "@/lib/platform/schema-fields";

/** What somebody types who looks for one of their codes, and where to look for it. */
export const findQuery = z.object({
  words: plainText({ max: 200 }),
  place: z.enum(["names", "targets"]),
});
export type FindQuery = z.infer<typeof findQuery>;

/** As much of a code as finds it. */
export interface FoundCode {
  id: string;
  name: string;
  type: ContentType;
  /** Where a code of an address leads; null for what isn't an address. */
  target: string | null;
  /** What a dynamic code holds. */
  shortUrl: string | null;
  updatedAt: string;
}
