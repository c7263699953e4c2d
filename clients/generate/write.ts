import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { generateClients, generateGoClient } from "./generate";
import { hasGo } from "./go/generate";

/** Rewrites what of the clients is made from docs/openapi: the second half of `npm run openapi`. */
const files = await generateClients();
if (hasGo()) files.push(...generateGoClient());
else console.error("clients/go stays as it is: its files need Go 1.25 or later.");
for (const { file, text } of files) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
