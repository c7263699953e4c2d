import type { Document, Operation, Schema } from "../list-methods";

const keywords = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

const isPlainName = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);

export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `isDynamic` is `is_dynamic`; `from` is `from_`. */
export function snakeCase(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll("-", "_");
  return keywords.has(snake) ? `${snake}_` : snake;
}

/** A Python docstring of these lines, indented by `indent`. */
export function writeDocstring(text: string, indent: string): string {
  const escaped = text.trim().replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  const lines = escaped.split("\n").map((line) => `${indent}${line}`.trimEnd());
  const [first = "", ...others] = lines;
  const start = `${indent}"""${first.trimStart()}`;
  if (others.length === 0) return `${start}${escaped.endsWith('"') ? " " : ""}"""`;
  return [start, ...others, `${indent}"""`].join("\n");
}

/** Collects the classes that a document needs, each under one name. */
export class PythonTypes {
  readonly #classes = new Map<string, string>();

  constructor({ components, webhooks = {} }: Document) {
    for (const [name, schema] of Object.entries(components.schemas)) this.#addNamed(name, schema);
    const events = Object.values(webhooks).flatMap((item) => Object.values(item));
    const names = events.map((operation) => this.#addEvent(operation));
    this.#classes.set("WebhookEvent", `WebhookEvent = Union[${names.map((name) => `"${name}"`).join(", ")}]`);
  }

  /** The Python type of a schema. Inline objects get a class called `name`. */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return schema.$ref.replace(/.*\//, "");
    if (schema.const !== undefined) return `Literal[${writeLiteral(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(writeLiteral).join(", ")}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((one, index) => this.typeOf(one, `${name}${index || ""}`)));
    if (Array.isArray(schema.type)) {
      return union(schema.type.map((type) => this.typeOf({ ...schema, type }, name)));
    }
    return this.#typeOfKind(schema, name);
  }

  write(): string {
    return `# Made from docs/openapi by \`npm run openapi\`; change the contracts instead.
"""What the service takes and answers."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union


${[...this.#classes.values()].join("\n\n\n")}
`;
  }

  #addNamed(name: string, schema: Schema): void {
    if (schema.properties) this.#addClass(name, schema);
    else this.#classes.set(name, `${name} = ${quoteNames(this.typeOf(schema, `${name}Value`))}`);
  }

  /** The body of a webhook, which may be a test: `onScanCreated` is a `ScanCreatedWebhook`. */
  #addEvent({ operationId, requestBody }: Operation): string {
    const name = `${operationId.replace(/^on/, "")}Webhook`;
    const schema = requestBody?.content?.["application/json"]?.schema;
    if (schema === undefined) throw new Error(`${operationId} has no body of JSON`);
    this.#addClass(name, schema);
    return name;
  }

  #typeOfKind(schema: Schema, name: string): string {
    switch (schema.type) {
      case "string":
        return "str";
      case "integer":
        return "int";
      case "number":
        return "float";
      case "boolean":
        return "bool";
      case "null":
        return "None";
      case "array":
        return `List[${this.typeOf(schema.items ?? {}, `${name}Item`)}]`;
      case "object":
        if (schema.properties) return this.#addClass(name, schema);
        if (typeof schema.additionalProperties !== "object") return "Dict[str, Any]";
        return `Dict[str, ${this.typeOf(schema.additionalProperties, `${name}Value`)}]`;
      default:
        return "Any";
    }
  }

  #addClass(name: string, { properties = {}, required = [], description }: Schema): string {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.typeOf(schema, `${name}${capitalise(field)}`);
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]` };
    });
    const isClass = fields.length > 0 && fields.every(({ field }) => isPlainName(field));
    const lines = isClass
      ? fields.map(({ field, type }) => `    ${field}: ${type}`)
      : fields.map(({ field, type }) => `    "${field}": ${quoteNames(type)},`);
    const docstring = description ? [writeDocstring(description, "    ")] : [];
    const text = isClass
      ? [`class ${name}(TypedDict):`, ...docstring, ...lines].join("\n")
      : [`${name} = TypedDict("${name}", {`, ...lines, "})"].join("\n");
    const known = this.#classes.get(name);
    if (known !== undefined && known !== text) throw new Error(`Two schemas would be the class ${name}`);
    this.#classes.set(name, text);
    return name;
  }
}

/** A type that is evaluated when the module loads, before the classes it names exist. */
const quoteNames = (type: string) => `"${type.replaceAll('"', "'")}"`;

const union = (types: string[]) => {
  const distinct = [...new Set(types)];
  return distinct.length === 1 ? (distinct[0] ?? "Any") : `Union[${distinct.join(", ")}]`;
};

const writeLiteral = (value: unknown) =>
  typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
