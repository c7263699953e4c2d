import { createRequire } from "node:module";
import type * as PrismHttp from "@stoplight/prism-http";

export type { PrismHttp };

/** Prism is CommonJS, and loading it takes a second. */
export const loadPrism = () => createRequire(import.meta.url)("@stoplight/prism-http") as typeof PrismHttp;
