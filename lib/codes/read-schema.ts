import { z } from "zod";
import type { ContentType } from "@/lib/content/schema";
import { plainText } from "@/lib/platform/schema-fields";
import { setRoutes } from "./rules-schema";

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

const setterSchema = z
  .object({
    kind: z.enum(["user", "key", "operator"]),
    id: z.string().nullable().meta({ description: "Of the user or the key; null for the operator." }),
    name: z
      .string()
      .nullable()
      .meta({
        description: "As it is called now; null where it has no name or is no longer there.",
        examples: ["Menu printer"],
      }),
  })
  .meta({ id: "TargetSetter" });

const targetSchema = z
  .object({
    id: z
      .string()
      .nullable()
      .meta({
        description: "What an earlier target is restored by; null for the current one.",
        examples: ["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"],
      }),
    current: z.boolean().meta({ description: "Whether it is what the code leads to now." }),
    content: z
      .string()
      .meta({ description: "The content as it was sent.", examples: ["https://example.com/menu"] }),
    fallbackUrl: z
      .string()
      .nullable()
      .meta({
        format: "uri",
        description:
          "`settings.fallbackUrl` of the same time, which took the content's place wherever the code was bounded; null where it had none.",
        examples: ["https://example.com/too-late"],
      }),
    routes: setRoutes.meta({
      description: "`settings.routes` of the same time; empty where it had none.",
    }),
    setAt: z
      .string()
      .nullable()
      .meta({
        format: "date-time",
        description: "Since when the code led so; null for a static code, whose changes are not kept.",
        examples: ["2026-01-02T03:04:05.678Z"],
      }),
    setBy: setterSchema
      .nullable()
      .meta({ description: "Who set them; null for what the code was made with." }),
  })
  .meta({ id: "Target" });
export type Target = z.infer<typeof targetSchema>;

const ledToSchema = z.object({
  content: z.string(),
  fallbackUrl: z.string().nullable(),
  /** Absent in both of a change: it left them as they were. */
  routes: setRoutes.optional(),
});
/** What a code leads to, with what takes its place wherever the code is bounded. */
export type LedTo = z.infer<typeof ledToSchema>;

/** A change of what a code leads to, to be taken back. */
export const targetChangeSchema = z.object({ from: ledToSchema, to: ledToSchema });
export type TargetChange = z.infer<typeof targetChangeSchema>;

/** The answer of GET of a code's targets. */
export const targetListSchema = z.object({
  data: z
    .array(targetSchema)
    .min(1)
    .max(101)
    .meta({ description: "Newest first: the current one and the last 100 before it." }),
});
export type TargetList = z.infer<typeof targetListSchema>;

export const targetParams = z.object({
  id: z.string().meta({
    format: "uuid",
    description: "Id of the code.",
    examples: ["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"],
  }),
  targetId: z.string().meta({
    format: "uuid",
    description: "Id of an earlier target of it.",
    examples: ["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d36"],
  }),
});
