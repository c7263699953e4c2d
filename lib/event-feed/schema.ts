import { z } from "zod";
import { quotaDataSchema } from "@/lib/accounts/schema";
import {
  createdDataSchema,
  deletedDataSchema,
  expiredDataSchema,
  updatedDataSchema,
} from "@/lib/codes/schema";
import { failingDataSchema } from "@/lib/domains/schema";
import { documentedPatterns, readNumber } from "@/lib/platform/schema-fields";
import { scanEventSchema } from "@/lib/scans/schema";
import { type EventKind, eventKinds } from "@/lib/webhooks/schema";

/** What an event of each kind tells. */
const dataOf: Record<EventKind, z.ZodType> = {
  "scan.created": scanEventSchema,
  "qr.created": createdDataSchema,
  "qr.updated": updatedDataSchema,
  "qr.deleted": deletedDataSchema,
  "qr.expired": expiredDataSchema,
  "quota.reached": quotaDataSchema,
  "domain.failing": failingDataSchema,
};

/** The body of an event of a kind, as the feed and webhooks have it; `test` stands in those alone that a test of a webhook sends. */
export function envelopeOf(type: EventKind) {
  return z.object({
    id: z.string().meta({
      description: "Known by it: what came before with the same id is the same event.",
      examples: ["evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47"],
    }),
    type: z.literal(type),
    timestamp: z.string().meta({
      format: "date-time",
      description: "When it happened.",
      examples: ["2026-11-21T09:30:00.125Z"],
    }),
    sandbox: z.boolean().meta({ description: "True for what happened in the sandbox." }),
    test: z.literal(true).optional().meta({ description: "Present in a test, whose data is made up." }),
    data: dataOf[type],
  });
}

/** The kinds that a feed has: what happens to codes, and their scans. */
export const feedKinds = eventKinds.filter((kind) => kind === "scan.created" || kind.startsWith("qr."));

/** Events are in the feed for so many days. */
export const feedDays = 30;

/** And at most so many events of codes, of one account and environment. */
export const feedEvents = 1_000_000;

export const splitKinds = (types: string): string[] => types.split(",").map((type) => type.trim());

/** Query of GET /api/v1/events. */
export const feedQuery = z
  .object({
    after: z
      .string()
      .min(1)
      .max(2_000)
      .meta({ pattern: "^[A-Za-z0-9_-]+$" })
      .optional()
      .meta({
        description: `The \`nextCursor\` that you had last: what happened since, each event once. \`now\` begins with the next event; without it the feed begins with the oldest of the last ${feedDays} days.`,
        examples: ["now"],
      }),
    types: z
      .string()
      .min(1)
      .max(1_000)
      .refine((types) => splitKinds(types).every((type) => (feedKinds as string[]).includes(type)), {
        message: `must be some of ${feedKinds.join(", ")}, joined by commas`,
        params: { code: "invalid_value" },
      })
      .meta({ pattern: documentedPatterns.lines })
      .optional()
      .meta({
        description: `Some of \`${feedKinds.join("`, `")}\`, joined by commas; without it all that the key may see.`,
        examples: ["qr.created,qr.deleted"],
      }),
    limit: z
      .preprocess(readNumber, z.int().min(1).max(100))
      .default(50)
      .meta({ description: "Events of a page.", default: 50 }),
  })
  .meta({ id: "EventFeedQuery" });
export type FeedQuery = z.infer<typeof feedQuery>;

/** Answer of GET /api/v1/events. */
export const feedPageSchema = z
  .object({
    data: z.array(
      z.discriminatedUnion(
        "type",
        feedKinds.map((kind) => envelopeOf(kind).omit({ test: true })) as unknown as [
          ReturnType<typeof envelopeOf>,
        ],
      ),
    ),
    pagination: z.object({
      limit: z.int().min(1).max(100),
      nextCursor: z.string().meta({
        description:
          "The `after` of the next call, also where nothing came: an empty page repeats it, or renews one that is older than a day.",
      }),
    }),
  })
  .meta({ id: "EventPage" });

/** A page of the feed; each event as a webhook is sent it. */
export interface FeedPage {
  data: object[];
  pagination: { limit: number; nextCursor: string };
}
