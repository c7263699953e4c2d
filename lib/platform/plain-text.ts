import { z } from "zod";

/** Control characters, which no name could mean, and lone surrogates; PostgreSQL stores neither NUL nor the latter. */
const forbidden = /[\p{Cc}\p{Cs}]/u;
const forbiddenInLines = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

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
    });
}
