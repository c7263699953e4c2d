import { writeFileSync } from "node:fs";
import { committedDocument, committedFile } from "./committed";

/** Rewrites the committed description after a contract has changed: `npx tsx lib/http/openapi/write.ts`. */
writeFileSync(committedFile, committedDocument());
