import { writeFileSync } from "node:fs";
import { generateClient } from "./generate";

/** Rewrites what of the client is made from docs/openapi: the second half of `npm run openapi`. */
for (const { file, text } of await generateClient()) writeFileSync(file, text);
