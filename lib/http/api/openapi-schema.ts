import { z } from "zod";

/** An OpenAPI document, as far as its contract promises. */
export const openApiSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
});
