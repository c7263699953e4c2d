import { writeFileSync } from "node:fs";
import { listCommittedDocuments } from "./committed";

/** Rewrites the committed descriptions after a contract has changed: `npm run openapi`. */
for (const { file, text } of listCommittedDocuments()) writeFileSync(file, text);
