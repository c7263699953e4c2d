import { fileURLToPath } from "node:url";
import type { Document } from "../list-methods";
import type { GeneratedFile } from "../typescript/generate";
import { writeResources } from "./write-resources";
import { PythonTypes } from "./write-types";

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../../python/quietzone/generated/${name}`, import.meta.url));

export function generatePython(document: Document): GeneratedFile[] {
  const types = new PythonTypes(document);
  // Resources name classes of inline objects, so they come before the types are written.
  const resources = writeResources(document, types);
  return [
    { file: fileOf("types.py"), text: types.write() },
    { file: fileOf("resources.py"), text: resources },
  ];
}
