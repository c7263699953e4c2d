import { config } from "zod";

/** Import before any schema in a browser: Zod otherwise tries to compile parsers, which our CSP forbids and reports. */
if (typeof window !== "undefined") config({ jitless: true });
