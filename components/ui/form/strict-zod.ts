import { config } from "zod";

/**
 * Imported before any schema that runs in the browser: Zod otherwise tries whether it may compile its parsers at run
 * time, which the policy of our pages forbids and reports.
 */
if (typeof window !== "undefined") config({ jitless: true });
