import { z } from "zod";

/** What a query holds as text; what is no number is left to the schema to refuse. */
export const readNumber = (text: unknown) =>
  typeof text === "string" && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;

/** Most items of a page. */
const maxPageItems = 100;

/** Parameters of a list that is read page by page. */
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

/** Where in a list a page is. */
export const paginationSchema = z
  .object({
    page: z.int().min(1),
    limit: z.int().min(1).max(maxPageItems),
    total: z.int().min(0).meta({ description: "How many match." }),
    pages: z.int().min(0).meta({ description: "0 where none matches." }),
  })
  .meta({ id: "Pagination" });
