import { z } from "zod";
import { hasForbidden, maxTagLength, normaliseTag } from "./tags";

/** Control characters, which no name could mean, and lone surrogates; PostgreSQL stores neither NUL nor the latter. */
const forbidden = /[\p{Cc}\p{Cs}]/u;
const forbiddenInLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** Patterns for descriptions, in what every dialect knows: they leave out lone surrogates, which no client sends. */
export const documentedPatterns = {
  /** `plainText`, also with `lines`. */
  plain: "^[^\\u0000-\\u001F\\u007F-\\u009F]*$",
  lines: "^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$",
  /** Content of a code, of which some types have lines, and web addresses: C1 controls are allowed. */
  content: "^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F]*$",
  address: "^[^\\u0000-\\u001F]*$",
  tag: "^(?!\\.{1,2}$)[^,/\\u0000-\\u001F\\u007F-\\u009F]*$",
  /** Tags with commas between them. */
  tagList: "^[^/\\u0000-\\u001F\\u007F-\\u009F]*$",
};

/**
 * Text without control characters and lone surrogates, stored as it was sent; `lines` allows tabs and line breaks.
 * Lengths are in code points.
 */
export function plainText({ min = 0, max, lines = false }: { min?: number; max: number; lines?: boolean }) {
  const pattern = lines ? forbiddenInLines : forbidden;
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => !pattern.test(text), {
      message: "must not contain control characters or lone surrogates",
      params: { code: "invalid_characters" },
    })
    .meta({ pattern: lines ? documentedPatterns.lines : documentedPatterns.plain });
}

/** What a query holds as text; what is no number is left to the schema to refuse. */
export const readNumber = (text: unknown) =>
  typeof text === "string" && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;

const maxPageItems = 100;

export const pagingFields = {
  page: z
    .preprocess(readNumber, z.int().min(1))
    .optional()
    .meta({ description: "Counted from 1. Not together with `cursor`.", default: 1 }),
  cursor: z.string().min(1).max(2_000).optional().meta({
    pattern: "^[A-Za-z0-9_-]+$",
    description:
      "The `nextCursor` of the page before, with the same filters and order: items that come or go meanwhile move no other to another page.",
  }),
  limit: z
    .preprocess(readNumber, z.int().min(1).max(maxPageItems))
    .default(20)
    .meta({ description: "Items of a page.", default: 20 }),
};

/** Refuses a query that names its page twice. */
export function refuseTwoPages({ page, cursor }: { page?: unknown; cursor?: unknown }): boolean {
  return page === undefined || cursor === undefined;
}
export const twoPages = {
  path: ["cursor"],
  message: "must not be sent together with page",
  params: { code: "not_together" },
};

export const paginationSchema = z
  .object({
    page: z.int().min(1).optional(),
    limit: z.int().min(1).max(maxPageItems),
    total: z.int().min(0).optional().meta({ description: "How many match." }),
    pages: z.int().min(0).optional().meta({ description: "0 where none matches." }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: "The `cursor` of the next page; null on the last one." }),
  })
  .meta({ id: "Pagination", description: "With `cursor` it has `limit` and `nextCursor` alone." });

/** The pagination of a page by its number. */
export interface Pagination {
  page: number;
  limit: number;
  total: number;
  pages: number;
  nextCursor: string | null;
}

/** Longest address that this service calls, in characters. Safe in the browser: forms and schemas bound by it, too. */
export const maxUrlLength = 2_048;

/** A tag in the form in which it is stored and compared: trimmed, lower-cased, composed (NFC). */
export const tagName = z
  .string()
  .overwrite(normaliseTag)
  .min(1)
  .max(maxTagLength)
  .refine((text) => !hasForbidden(text), {
    message: "must not contain a comma, a slash, a control character or a lone surrogate, and not be . or ..",
    params: { code: "invalid_characters" },
  })
  .meta({
    minLength: 1,
    pattern: documentedPatterns.tag,
    examples: ["summer"],
  });

/** The tag that a part of a path names, as it is stored; what can't be decoded names none. */
export function readTagName(part: string): string {
  try {
    return normaliseTag(decodeURIComponent(part));
  } catch {
    return part;
  }
}
