import { z } from "zod";
import { type ContentType, maxContentLength } from "@/lib/content/schema";
import { tagName } from "@/lib/platform/schema-fields";
import { ruleFields } from "./rules-schema";
import { tagsField } from "./tag-schema";

/** Most codes of one selection. */
export const maxSelected = 500;

/** Most codes that one call changes: drawing and proving them takes a second or two, so that the progress bar moves. */
export const maxLot = 25;

const id = z.uuid();

function noneTwice(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

const repeated = { message: "must not name a code twice", params: { code: "repeated" } };

/** Ids of codes, each once. */
export const idsUpTo = (most: number) => z.array(id).min(1).max(most).refine(noneTwice, repeated);

function movesOf<M extends z.ZodType<{ id: string }>>(move: M) {
  const isOnce = (moves: readonly { id: string }[]) => noneTwice(moves.map((one) => one.id));
  return z.array(move).min(1).max(maxLot).refine(isOnce, repeated);
}

/** The `updatedAt` that the code must still have. */
const version = z.iso.datetime();

/** Where each code is to lead, and where it leads as far as the caller knows: a code that leads elsewhere is not changed. */
export const targetMovesSchema = movesOf(
  z.object({
    id,
    /** Null: what the code leads to decides. */
    version: version.nullable(),
    from: z.string().max(maxContentLength),
    to: z.string().max(maxContentLength),
  }),
);
export type TargetMove = z.infer<typeof targetMovesSchema>[number];

/** What bounds codes in time; null takes it away, what is left out stays. */
const timeRulesSchema = z.object({
  isActive: ruleFields.isActive,
  startsAt: ruleFields.startsAt,
  expiresAt: ruleFields.expiresAt,
});
export type TimeRules = z.infer<typeof timeRulesSchema>;

/** From what a change made of a code's times to what they were before it. */
export const stateMovesSchema = movesOf(
  z.object({ id, version, from: timeRulesSchema, to: timeRulesSchema }),
);
export type StateMove = z.infer<typeof stateMovesSchema>[number];

/** What changes where lists show codes: one tag, or the archive. */
export const listingChangeSchema = z.union([
  z.strictObject({ addTag: tagName }),
  z.strictObject({ removeTag: tagName }),
  z.strictObject({ archived: z.boolean() }),
]);
export type ListingChange = z.infer<typeof listingChangeSchema>;

const listingSchema = z.union([
  z.strictObject({ tags: tagsField }),
  z.strictObject({ archived: z.boolean() }),
]);

/** From what such a change made of a code to what it was before. */
export const listingMovesSchema = movesOf(z.object({ id, version, from: listingSchema, to: listingSchema }));
export type ListingMove = z.infer<typeof listingMovesSchema>[number];

/** A change of a look that is to be taken back; what the code looked like before is kept with it. */
export const styleMovesSchema = movesOf(z.object({ id, version }));
export type StyleMove = z.infer<typeof styleMovesSchema>[number];

/** What became of one code of many. */
export interface ManyOutcome {
  id: string;
  /** Empty where there is no such code. */
  name: string;
  result: "changed" | "unchanged" | "refused";
  /** Why it was refused: the code of the error's first detail, else the error's own. */
  reason?: string;
  /** The same in a sentence. */
  message?: string;
  /** Of a changed code: its `updatedAt`. */
  version?: string;
  /** Of a change of times: what takes it back. */
  back?: StateMove;
  /** Of a change of tags or of the archive: what takes it back. */
  listing?: ListingMove;
}

/** As much of a chosen code as tells what can be done with it. */
export interface SelectedCode {
  id: string;
  name: string;
  type: ContentType;
  isDynamic: boolean;
  /** The content of an address, dynamic or not; null of every other type. */
  target: string | null;
  tags: string[];
  isArchived: boolean;
}
