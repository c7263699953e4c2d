import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeApi, type InterfaceName, interfaces } from "./document";

/** Rewrites the committed descriptions after a contract has changed: `npm run openapi`. */
for (const { file, text } of listCommittedDocuments()) writeFileSync(file, text);

/** A description as it is committed, so that a change of the interface shows in review. */
interface CommittedDocument {
  name: InterfaceName;
  file: string;
  /** With the address that a fresh installation has. */
  text: string;
}

export function listCommittedDocuments(): CommittedDocument[] {
  return (Object.keys(interfaces) as InterfaceName[]).map((name) => ({
    name,
    file: fileURLToPath(new URL(`../../../docs/openapi/${name}.json`, import.meta.url)),
    text: `${JSON.stringify(describeApi(name, "http://localhost:3000"), null, 2)}\n`,
  }));
}
