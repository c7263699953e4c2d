import { z } from "zod";

/** Control characters, which no name could mean, and lone surrogates; PostgreSQL stores neither NUL nor the latter. */
const forbidden = /[\p{Cc}\p{Cs}]/u;
const forbiddenInLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;
/** The same for the description, in what every dialect of patterns knows; no client sends a lone surrogate. */
const described = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$";
const describedInLines = "^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]*$";

/**
 * Text as people type it: without control characters and lone surrogates, so that it reaches the database as it was
 * sent. `lines` lets tabs and line breaks pass. Lengths are counted in Unicode code points.
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
