import { z } from "zod";
import { documentedPatterns, tagName } from "@/lib/platform/schema-fields";
import { maxTagLength, maxTags, maxTagsOfCode, sortTags, splitTags } from "@/lib/platform/tags";

export const tagsField = z
  .array(tagName)
  .max(maxTagsOfCode)
  .overwrite(sortTags)
  .meta({
    description: `Up to ${maxTagsOfCode} tags of 1 to ${maxTagLength} characters, trimmed and lower-cased; no comma, slash or control character. A tag that is repeated counts once.`,
    examples: [["menus", "summer"]],
  });

/** Tags as an answer holds them. */
export const storedTagsField = z.array(z.string()).meta({
  description: "Sorted by code point.",
  examples: [["menus", "summer"]],
});

/** `a,b` in a query. */
export const tagListQuery = z.preprocess(
  (text) => (typeof text === "string" ? splitTags(text) : text),
  z.array(tagName).max(maxTags),
);

export const tagSchema = z
  .object({
    name: z.string().meta({ examples: ["summer"] }),
    codes: z.int().min(0).meta({ description: "Codes that have it, archived ones included." }),
    scanCount: z.int().min(0).meta({ description: "Scans of these codes, all together." }),
  })
  .meta({ id: "Tag" });
export type Tag = z.infer<typeof tagSchema>;

export const tagListSchema = z
  .object({ data: z.array(tagSchema).meta({ description: "All of them, sorted by code point." }) })
  .meta({ id: "TagList" });

export const tagParams = (example: string) =>
  z.object({
    name: z.string().meta({
      pattern: documentedPatterns.tag,
      description: "The tag, percent-encoded.",
      examples: [example],
    }),
  });

export const tagChangeSchema = z
  .object({ name: tagName.meta({ description: "Its new name; the name of another tag merges them." }) })
  .meta({ id: "TagChange" });
