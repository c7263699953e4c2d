import { type OpenApi, type Operation, type Response, resolve, type Schema } from "./read-openapi";

/** Requests as commands that run as they stand: one for each example of the body, or one with example parameters. */
export function writeRequest(origin: string, method: string, path: string, operation: Operation) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(exampleOf(operation, name) ?? name));
  const examples = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
  if (examples.length === 0) {
    const query = (operation.parameters ?? [])
      .filter(
        ({ in: place, name }) =>
          place === "query" && exampleOf(operation, name) !== undefined && name !== "data",
      )
      .map(({ name }) => `${name}=${encodeURIComponent(String(exampleOf(operation, name)))}`)
      .join("&");
    return [{ label: "Shell", text: `curl -s '${origin}${filled}${query === "" ? "" : `?${query}`}'` }];
  }
  return examples.map(({ summary, value }) => ({
    label: summary ?? "Shell",
    text: [
      `curl -s${method === "POST" ? "" : ` -X ${method}`} ${origin}${filled} \\`,
      "  -H 'content-type: application/json' \\",
      `  -d '${JSON.stringify(value).replaceAll("'", `'\\''`)}'`,
    ].join("\n"),
  }));
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

/** A likely value: the middle of a score, the usual of a size. */
function pickNumber(minimum = 0, maximum = 1): number {
  if (maximum === 100) return 96;
  return maximum > 1_000 ? 256 : Math.max(minimum, Math.min(4, maximum));
}

/** The codes that a response of errors can carry, as its examples name them. */
export function listErrorCodes(response: Response): string[] {
  return Object.keys(response.content?.["application/json"]?.examples ?? {});
}
