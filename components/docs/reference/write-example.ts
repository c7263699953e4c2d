import { isKeyed, type OpenApi, type Operation, type Response, resolve, type Schema } from "./read-openapi";
import { nameSubjects, writeLines } from "./subjects";

/** One request as a command that runs as it is, with the key in `$API_KEY` where it needs one. */
interface Command {
  label: string;
  text: string;
}

/**
 * Requests to an operation: one for each example of its body, or one with example parameters. What they name is in shell
 * variables, which the steps of `writeSetUp` set.
 */
export function writeRequests(
  document: OpenApi,
  method: string,
  path: string,
  operation: Operation,
): Command[] {
  const origin = document.servers?.[0]?.url ?? "";
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(exampleOf(operation, name) ?? name));
  const key = isKeyed(document, operation) ? ['-H "authorization: Bearer $API_KEY"'] : [];
  const examples = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
  if (examples.length === 0) {
    const options = [...key, ...writeOutput(operation)];
    const text = writeCommand(method, `${origin}${filled}${writeQuery(operation)}`, options);
    return [{ label: "Shell", text: inItsEnvironment(operation, text) }];
  }
  return examples.map(({ summary, value }) => {
    const json = JSON.stringify(value).replaceAll("'", `'\\''`);
    const body = `-d '${nameSubjects(json, (variable) => `'$${variable}'`)}'`;
    const options = [...key, "-H 'content-type: application/json'", body];
    const text = writeCommand(method, `${origin}${filled}`, options);
    return { label: summary ?? "Shell", text: inItsEnvironment(operation, text) };
  });
}

/** What is for the sandbox alone names a key and a code there. */
function inItsEnvironment({ responses }: Operation, text: string): string {
  const isSandboxOnly = responses["403"] && listErrorCodes(responses["403"]).includes("sandbox_required");
  return isSandboxOnly
    ? text.replaceAll("$API_KEY", "$SANDBOX_KEY").replaceAll("$CODE_ID", "$SANDBOX_CODE_ID")
    : text;
}

function writeCommand(method: string, address: string, options: string[]): string {
  const hasBody = options.some((option) => option.startsWith("-d "));
  const verb = method === (hasBody ? "POST" : "GET") ? "" : ` -X ${method}`;
  const named = nameSubjects(address, (variable) => `$${variable}`);
  return writeLines(`curl -s${verb} ${named.includes("?") ? `"${named}"` : named}`, options);
}

function writeQuery(operation: Operation): string {
  const query = (operation.parameters ?? [])
    .filter(
      ({ in: place, name }) =>
        place === "query" && exampleOf(operation, name) !== undefined && name !== "data",
    )
    .map(({ name }) => `${name}=${encodeURIComponent(String(exampleOf(operation, name)))}`)
    .join("&");
  return query === "" ? "" : `?${query}`;
}

/** A picture goes into a file rather than onto the screen. */
function writeOutput({ responses }: Operation): string[] {
  const [type] = Object.keys(responses["200"]?.content ?? {});
  return type?.startsWith("image/") ? [`-o code.${type.slice("image/".length)}`] : [];
}

function exampleOf(operation: Operation, name: string): unknown {
  return operation.parameters?.find((parameter) => parameter.name === name)?.schema.examples?.[0];
}

/** An answer of that shape, from the examples and defaults of its schema. */
export function writeAnswer(schema: Schema, document: OpenApi): string {
  return JSON.stringify(exampleFor(schema, document), null, 2);
}

function exampleFor(schema: Schema, document: OpenApi): unknown {
  const { examples, enum: values, type, properties, required, items, ...rest } = resolve(schema, document);
  if (examples?.[0] !== undefined) return examples[0];
  if (rest.const !== undefined) return rest.const;
  if (rest.default !== undefined) return rest.default;
  if (values) return values[0];
  if (properties) {
    const shown = Object.entries(properties).filter(([name]) => required?.includes(name) !== false);
    return Object.fromEntries(shown.map(([name, property]) => [name, exampleFor(property, document)]));
  }
  if (items) return [exampleFor(items, document)];
  return exampleOfType(Array.isArray(type) ? type[0] : type, rest);
}

function exampleOfType(type: string | undefined, { minimum, maximum, pattern }: Schema): unknown {
  if (type === "integer" || type === "number") return pickNumber(minimum, maximum);
  if (type === "boolean") return false;
  if (type === "object") return {};
  return pattern?.includes("a-fA-F") ? "#000000" : "text";
}

/** A likely value: the middle of a score, the usual of a size, the least of what has no bound. */
function pickNumber(minimum = 0, maximum = 1): number {
  if (maximum === 100) return 96;
  if (maximum >= Number.MAX_SAFE_INTEGER) return Math.max(minimum, 1);
  return maximum > 1_000 ? 256 : Math.max(minimum, Math.min(4, maximum));
}

/** The codes that a response of errors can carry, as its examples name them. */
function listErrorCodes(response: Response): string[] {
  return Object.keys(response.content?.["application/json"]?.examples ?? {});
}
