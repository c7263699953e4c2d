import { fileURLToPath } from "node:url";
import { describeApi } from "./document";

/** Where the description is kept, so that a change of the interface shows in review. */
export const committedFile = fileURLToPath(new URL("../../../docs/openapi/public.json", import.meta.url));

/** The description as it is committed: with the address that a fresh installation has. */
export function committedDocument(): string {
  return `${JSON.stringify(describeApi("http://localhost:3000"), null, 2)}\n`;
}
