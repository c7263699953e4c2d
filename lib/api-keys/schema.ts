import { z } from "zod";
import { environments, type Permission, permissions } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { plainText } from "@/lib/platform/schema-fields";

/** Keys of one account that are switched on and have not expired, in both environments together. */
export const maxKeys = 20;

/** Keys of one account in all, those included that are switched off or have expired. */
export const maxStoredKeys = 200;

/** The highest limit that a key can have, in requests per hour. */
export const maxRateLimit = Math.max(...Object.values(entitlements).map((plan) => plan.apiRequestsPerHour));

/** The longest time for which the value before a rotation goes on working: seven days. */
const maxGraceSeconds = 604_800;

const nameField = plainText({ min: 1, max: 100 }).meta({
  description: "What you call it; 1 to 100 characters.",
  examples: ["Menu printer"],
});

const descriptionField = plainText({ max: 500, lines: true })
  .nullish()
  .meta({
    description: "A note of at most 500 characters; `null` is none.",
    examples: ["Used by the till at the door"],
  });

const permissionsField = z
  .array(z.enum(permissions))
  .min(1)
  .max(permissions.length)
  .refine((list) => new Set(list).size === list.length, {
    message: "must name each permission once only",
    params: { code: "repeated" },
  })
  .meta({
    description:
      "What the key may do: `qr:read` (GET of codes and images), `qr:write` (create, change and delete codes; counts as holding `qr:read`), `analytics:read` (analytics and scans), `webhooks:manage` (all webhook paths). A key that holds all four may also manage keys.",
    examples: [["qr:read", "qr:write"] satisfies Permission[]],
    uniqueItems: true,
  });

const rateLimitField = z
  .int()
  .min(1)
  .max(maxRateLimit)
  .meta({ description: `Requests per hour, 1 to ${maxRateLimit}.`, examples: [1_000] });

const expiresAtField = z.iso
  .datetime({
    offset: true,
    error: "must be a date and time with its zone, like 2027-01-31T12:00:00Z",
  })
  .refine((text) => new Date(text).getUTCFullYear() <= 9_999, "must be before the year 10000")
  .nullish();

/** Body of POST /api/v1/api-keys. */
export const newApiKeySchema = z
  .object({
    name: nameField,
    description: descriptionField,
    permissions: permissionsField,
    environment: z.enum(environments).default("production").meta({
      description: "The data that the key sees: the account's own, or its sandbox.",
    }),
    rateLimit: rateLimitField.optional().meta({
      description: `Requests per hour, 1 to ${maxRateLimit}, and no more than the calling key has. When left out, the lower of ${maxRateLimit} and the calling key's.`,
      examples: [1_000],
    }),
    expiresAt: expiresAtField.meta({
      description:
        "When the key stops working; in the future, and no later than the calling key's. When left out, the calling key's; `null` is never.",
      examples: ["2027-01-31T12:00:00.000Z"],
    }),
  })
  .meta({ id: "NewApiKey" });
export type NewApiKey = z.infer<typeof newApiKeySchema>;

/** Body of PATCH /api/v1/api-keys/{id}. */
export const apiKeyChangeSchema = z
  .object({
    name: nameField.optional(),
    description: descriptionField,
    isActive: z
      .boolean()
      .optional()
      .meta({ description: "`false` refuses the key from the next request on." }),
    rateLimit: rateLimitField.optional(),
    permissions: permissionsField.optional(),
    environment: z.enum(environments).optional().meta({
      description: "Cannot be changed; taken when it is the key's own, so that a record can be sent back.",
    }),
    expiresAt: expiresAtField.meta({
      description: "Cannot be changed; taken when it is the key's own.",
      examples: ["2027-01-31T12:00:00.000Z"],
    }),
  })
  .meta({ id: "ApiKeyChange" });
export type ApiKeyChange = z.infer<typeof apiKeyChangeSchema>;

/** Body of POST /api/v1/api-keys/{id}/rotate. */
export const rotationSchema = z
  .object({
    graceSeconds: z
      .int()
      .min(0)
      .max(maxGraceSeconds)
      .default(0)
      .meta({
        description:
          "For so many seconds the value before goes on working beside the new one; at most 7 days.",
        examples: [3_600],
      }),
  })
  .meta({ id: "ApiKeyRotation" });
export type Rotation = z.infer<typeof rotationSchema>;

const time = (description: string) =>
  z.string().meta({ format: "date-time", description, examples: ["2026-11-21T09:30:00.000Z"] });

const resourceFields = {
  id: z.string().meta({ format: "uuid", examples: ["019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47"] }),
  name: z.string().meta({ examples: ["Menu printer"] }),
  description: z
    .string()
    .nullable()
    .meta({ examples: ["Used by the till at the door"] }),
  environment: z.enum(environments),
  permissions: z.array(z.enum(permissions)).meta({ examples: [["qr:read", "qr:write"]] }),
  rateLimit: z.int().meta({ description: "Requests per hour.", examples: [1_000] }),
  preview: z.string().meta({
    description: "Enough of the value to recognise the key by.",
    examples: ["qr_live_…a1B2"],
  }),
  isActive: z.boolean().meta({ description: "False: it is switched off and refused." }),
  expiresAt: time("When it stops working; `null`: never.").nullable(),
  lastUsedAt: time("Its last use, to the minute; `null`: never used.").nullable(),
  previousKeyExpiresAt: time(
    "Until then the value before the last rotation works, too; absent when it no longer does.",
  ).optional(),
  createdAt: time("When it was made."),
  updatedAt: time("When it was last changed or rotated."),
};

/** A key as every answer presents it: never its value. */
export const apiKeyResourceSchema = z
  .object(resourceFields)
  .meta({ id: "ApiKey", description: "A key without its value." });
export type ApiKeyResource = z.infer<typeof apiKeyResourceSchema>;

/** A key with its value, in the answer that issued it and in no other. */
export const issuedApiKeySchema = z
  .object({
    ...resourceFields,
    apiKey: z.string().meta({
      description: "The value to send as `Authorization: Bearer …`. Shown in this answer only.",
      examples: ["qr_live_4kT9ZxW2mQ7pLr8sVb3nYc6dHf1gJt5a0wEuXk"],
    }),
  })
  .meta({ id: "IssuedApiKey", description: "A key with its value, which is shown this once." });
export type IssuedApiKey = z.infer<typeof issuedApiKeySchema>;
