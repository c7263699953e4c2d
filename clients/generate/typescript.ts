import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "../../tools/openapi-typescript";
import {
  type Document,
  isFile,
  isPaged,
  isPublic,
  isRepeatable,
  iteratorName,
  listMethods,
  type Method,
  namesIn,
  type Operation,
} from "./list-methods";

const fileOf = (name: string) => fileURLToPath(new URL(`../typescript/${name}`, import.meta.url));

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

/** Members of a call's options that are no parameters of an address (`CallOptions` of src/types.ts). */
const callOptions = ["signal", "timeoutMs", "idempotencyKey"];

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function comment({ summary = "", description = "" }: Operation): string {
  const lines = [`${summary}.`, "", description].join("\n").replaceAll("*/", "*\\/").trim().split("\n");
  return `  /**\n${lines.map((line) => `   * ${line}`.trimEnd()).join("\n")}\n   */`;
}

/** How a method is written: what it takes, what it asks for. */
function writeMethod(own: Method): string {
  const { operation, verb, path, name } = own;
  const { operationId: id, requestBody, parameters = [] } = operation;
  const clash = namesIn(operation, "query").find((one) => callOptions.includes(one));
  if (clash) throw new Error(`${id} has a parameter ${clash}, which is an option of every call`);
  const needsQuery = parameters.some((one) => one.in === "query" && one.required);
  const names = namesIn(operation, "path");
  const given = [
    ...names.map((parameter) => `${parameter}: string`),
    ...(requestBody ? [`body${requestBody.required ? "" : "?"}: Body<"${id}">`] : []),
    `options${needsQuery ? "" : "?"}: Options<"${id}">`,
  ];
  const call = [
    `method: "${verb}"`,
    `path: "${path}"`,
    ...(names.length > 0 ? [`params: { ${names.join(", ")} }`] : []),
    ...(requestBody ? ["body"] : []),
    ...(isPublic(own) ? ["isPublic: true"] : []),
    ...(isRepeatable(operation) ? ["takesIdempotencyKey: true"] : []),
    ...(isFile(operation) ? ["isFile: true"] : []),
  ];
  const answer = isFile(operation) ? "Picture" : `Answer<"${id}">`;
  const method = `${comment(operation)}
  ${name}(${given.join(", ")}): Promise<${answer}> {
    return this.#send({ ${call.join(", ")} }, options);
  }`;
  return isPaged(operation) ? `${method}\n\n${writeIterator(operation, name)}` : method;
}

function writeIterator(operation: Operation, name: string): string {
  const ids = namesIn(operation, "path");
  const options = `Omit<Options<"${operation.operationId}">, "page" | "cursor">`;
  const given = [...ids.map((id) => `${id}: string`), `options?: ${options}`].join(", ");
  const asked = [...ids, "{ ...options, ...page }"].join(", ");
  return `  /** Every item of \`${name}\`, page by page as it is asked for. */
  ${iteratorName(name)}(${given}): AsyncGenerator<Item<"${operation.operationId}">> {
    return readPages((page) => this.${name}(${asked}), options);
  }`;
}

function writeClass(resource: string, methods: Method[]): string {
  return `export class ${capitalise(resource)} {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

${methods.map(writeMethod).join("\n\n")}
}`;
}

/** A class for each resource, and one that holds them all. */
export function writeResources(document: Document): string {
  const methods = listMethods(document);
  const names = [...new Set(methods.map(({ resource }) => resource))];
  const classes = names.map((name) =>
    writeClass(
      name,
      methods.filter(({ resource }) => resource === name),
    ),
  );
  const members = names.map((name) => `  readonly ${name}: ${capitalise(name)};`);
  const made = names.map((name) => `    this.${name} = new ${capitalise(name)}(send);`);
  return `/* Made from docs/openapi by \`npm run openapi\`; change the contracts instead. */
import { readPages } from "../read-pages.js";
import type { Send } from "../send.js";
import type { Answer, Body, Item, Options, Picture } from "../types.js";

${classes.join("\n\n")}

/** Everything that can be asked of the service. */
export class Resources {
${members.join("\n")}

  constructor(send: Send) {
${made.join("\n")}
  }
}
`;
}
