import { z } from "zod";

/** An OpenAPI document, as far as its contract promises. */
export const openApiSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
});

/** Headers of a description: the same until another version of the service runs. */
export const openApiHeaders = {
  ETag: {
    description: "For conditional requests, which are answered 304.",
    example: '"Zk3vT0bW3nR7sYc1dEf4kq"',
    always: true,
  },
  "Cache-Control": { description: "5 minutes.", example: "public, max-age=300", always: true },
};
