import { fileURLToPath } from "node:url";
import { readInterfaces } from "./describe";
import { writeReadme } from "./write-readme";
import { writeResources } from "./write-resources";
import { writeSchema } from "./write-schema";

const fileOf = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** The files of the client that follow from docs/openapi. */
export async function generateClient(): Promise<{ file: string; text: string }[]> {
  const document = readInterfaces();
  const readme = fileOf("README.md");
  return [
    { file: fileOf("src/generated/schema.ts"), text: await writeSchema(document) },
    { file: fileOf("src/generated/resources.ts"), text: writeResources(document) },
    { file: readme, text: writeReadme(document, readme) },
  ];
}
