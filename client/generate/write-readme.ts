import { readFileSync } from "node:fs";
import type { Document } from "./describe";
import { listMethods } from "./list-methods";
import { isPaged, iteratorName } from "./write-resources";

const marks = /(<!-- methods -->\n)[\s\S]*?(\n<!-- \/methods -->)/;

/** The client's README with the table of its methods as they are now. */
export function writeReadme(document: Document, file: string): string {
  const methods = listMethods(document);
  const resources = [...new Set(methods.map(({ resource }) => resource))];
  const rows = resources.map((resource) => {
    const names = methods
      .filter((method) => method.resource === resource)
      .flatMap(({ operation, name }) => (isPaged(operation) ? [name, iteratorName(name)] : [name]));
    return `| \`${resource}\` | ${names.map((name) => `\`${name}\``).join(" ")} |`;
  });
  const table = ["| member | methods |", "|---|---|", ...rows].join("\n");
  return readFileSync(file, "utf8").replace(marks, (_, open: string, end: string) => open + table + end);
}
