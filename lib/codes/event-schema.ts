import { z } from "zod";
import { contentTypes } from "@/lib/content/schema";
import { listedCodeSchema, toldCodeSchema } from "./resource-schema";

/** Fields of a code whose change is told. */
const changeableFields = [
  "name",
  "content",
  "slug",
  "domain",
  "settings",
  "tags",
  "note",
  "archived",
  "publicImage",
] as const;
export type ChangeableField = (typeof changeableFields)[number];

/** `data` of the event `qr.created`. */
export const createdDataSchema = toldCodeSchema
  .extend({
    omitted: z
      .array(z.enum(["note", "settings.routes", "settings.fallbackUrl"]))
      .optional()
      .meta({
        description:
          "Present where the event would be too long: what was left out of it, and GET of the code shows.",
      }),
  })
  .meta({
    id: "QrCreatedData",
    description: "The code as a list presents it and its `settings.routes`, without pictures.",
  });
export type CreatedData = z.infer<typeof createdDataSchema>;

/** `data` of the event `qr.updated`. */
export const updatedDataSchema = createdDataSchema
  .extend({
    changedFields: z
      .array(z.enum(changeableFields))
      .min(1)
      .meta({ description: "Which of them are not as they were before." }),
  })
  .meta({ id: "QrUpdatedData", description: "The code as it is after the change, without pictures." });
export type UpdatedData = z.infer<typeof updatedDataSchema>;

/** `data` of the event `qr.expired`. */
export const expiredDataSchema = z
  .object({
    id: listedCodeSchema.shape.id,
    name: listedCodeSchema.shape.name,
    shortUrl: listedCodeSchema.shape.shortUrl,
    reason: z
      .enum(["expired", "used_up"])
      .meta({ description: "`expired`: its `expiresAt` has passed; `used_up`: it had its last scan." }),
    at: listedCodeSchema.shape.updatedAt.meta({
      format: "date-time",
      description: "When it ended, in UTC to the millisecond.",
    }),
  })
  .meta({ id: "QrExpiredData", description: "The code, and why its short URL ended." });
export type ExpiredData = z.infer<typeof expiredDataSchema>;

/** `data` of the event `qr.deleted`. */
export const deletedDataSchema = z
  .object({
    id: listedCodeSchema.shape.id,
    name: listedCodeSchema.shape.name,
    type: z.enum(contentTypes),
    isDynamic: z.boolean(),
    shortUrl: listedCodeSchema.shape.shortUrl,
    deletedAt: listedCodeSchema.shape.updatedAt.meta({
      format: "date-time",
      description: "When it was deleted, in UTC to the millisecond.",
    }),
  })
  .meta({ id: "QrDeletedData", description: "What the code was." });
export type DeletedData = z.infer<typeof deletedDataSchema>;
