import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "../../../tools/openapi-typescript";
import { type Document, isPaged, iteratorName, listMethods, type Operation } from "../list-methods";
import { writeResources } from "./write-resources";

const fileOf = (name: string) => fileURLToPath(new URL(`../../typescript/${name}`, import.meta.url));

export async function generateTypeScript(document: Document): Promise<GeneratedFile[]> {
  const readme = fileOf("README.md");
  return [
    { file: fileOf("src/generated/schema.ts"), text: await writeSchema(document) },
    { file: fileOf("src/generated/resources.ts"), text: writeResources(document) },
    { file: readme, text: writeReadme(document, readme) },
  ];
}

/** A generated file with what it must contain. */
export interface GeneratedFile {
  file: string;
  text: string;
}

const marks = /(<!-- methods -->\n)[\s\S]*?(\n<!-- \/methods -->)/;

/** The client's README with the table of its methods as they are now. */
function writeReadme(document: Document, file: string): string {
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

const kept = new Set(["webhooks", "components", "operations"]);

/**
 * The types of what is sent and answered. Headers, errors and examples of answers are left out: they are the same
 * everywhere, and would be most of it.
 */
async function writeSchema(document: Document): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(trim(document)), { defaultNonNullable: false });
  const used = nodes.filter((node) => kept.has((node as { name?: { text: string } }).name?.text ?? ""));
  return `/* Made from docs/openapi by \`npm run openapi\`; change the contracts instead. */\n${astToString(used)}`;
}

function trim({ openapi, info, paths, webhooks = {}, components: { schemas } }: Document) {
  return {
    openapi,
    info,
    components: { schemas },
    paths: trimItems(paths),
    webhooks: trimItems(webhooks),
  };
}

function trimItems(items: Document["paths"]) {
  const trimItem = (item: Record<string, Operation>) =>
    Object.fromEntries(Object.entries(item).map(([method, operation]) => [method, trimOperation(operation)]));
  return Object.fromEntries(Object.entries(items).map(([path, item]) => [path, trimItem(item)]));
}

function trimOperation({ operationId, parameters = [], requestBody, responses }: Operation) {
  const successes = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .map(([status, { headers: _, ...answer }]) => [status, answer]);
  return {
    operationId,
    parameters: parameters.filter((parameter) => parameter.in !== "header"),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(successes),
  };
}
