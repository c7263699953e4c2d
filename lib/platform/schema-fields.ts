import { z } from "zod";

/** Control characters, which no name could mean, and lone surrogates; PostgreSQL stores neither NUL nor the latter. */
const forbidden = /[\p{Cc}\p{Cs}]/u;
const forbiddenInLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;
/** The same for the description, in what every dialect of patterns knows; no client sends a lone surrogate. */
const described = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$";
const describedInLines = "^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$";

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
    .meta({ pattern: lines ? describedInLines : described });
}

/** What a query holds as text; what is no number is left to the schema to refuse. */
export const readNumber = (text: unknown) =>
  typeof text === "string" && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;

const maxPageItems = 100;

export const pagingFields = {
  page: z
    .preprocess(readNumber, z.int().min(1))
    .default(1)
    .meta({ description: "Counted from 1.", default: 1 }),
  limit: z
    .preprocess(readNumber, z.int().min(1).max(maxPageItems))
    .default(20)
    .meta({ description: "Items of a page.", default: 20 }),
};

export const paginationSchema = z
  .object({
    page: z.int().min(1),
    limit: z.int().min(1).max(maxPageItems),
    total: z.int().min(0).meta({ description: "How many match." }),
    pages: z.int().min(0).meta({ description: "0 where none matches." }),
  })
  .meta({ id: "Pagination" });

/** Longest address that this service calls, in characters. Safe in the browser: forms and schemas bound by it, too. */
export const maxUrlLength = 2_048;
