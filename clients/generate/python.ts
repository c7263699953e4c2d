import { fileURLToPath } from "node:url";
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
  type Schema,
  successSchema,
} from "./list-methods";
import type { GeneratedFile } from "./typescript";

const fileOf = (name: string) =>
  fileURLToPath(new URL(`../python/quietzone/generated/${name}`, import.meta.url));

export function generatePython(document: Document): GeneratedFile[] {
  const types = new PythonTypes(document);
  // Resources name classes of inline objects, so they come before the types are written.
  const resources = writeResources(document, types);
  return [
    { file: fileOf("types.py"), text: types.write() },
    { file: fileOf("resources.py"), text: resources },
  ];
}

/** Arguments of every method, which no parameter of the API may share a name with. */
const callArguments = ["timeout", "idempotency_key"];

interface Parts {
  method: Method;
  /** `self, id: str, body: NewQrCode`. */
  given: string[];
  /** Keyword arguments of the query. */
  query: { name: string; argument: string; type: string; isRequired: boolean }[];
  answer: string;
}

function readParts(method: Method, types: PythonTypes): Parts {
  const { operation } = method;
  const id = capitalise(operation.operationId);
  const { parameters = [], requestBody } = operation;
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .map(({ name, schema = {}, required = false }) => {
      const argument = snakeCase(name);
      if (callArguments.includes(argument))
        throw new Error(`${id} has a parameter ${name}, which every method has`);
      const type = types.typeOf(schema, `${id}${capitalise(name)}`);
      return { name, argument, type, isRequired: required };
    });
  const bodySchema = requestBody?.content?.["application/json"]?.schema;
  const body = bodySchema && qualify(types.typeOf(bodySchema, `${id}Request`));
  const given = [
    ...namesIn(operation, "path").map((name) => `${snakeCase(name)}: str`),
    ...(body ? [requestBody?.required ? `body: ${body}` : `body: Optional[${body}] = None`] : []),
  ];
  return { method, given, query, answer: answerOf(operation, types) };
}

function answerOf(operation: Operation, types: PythonTypes): string {
  if (isFile(operation)) return "Picture";
  const schema = successSchema(operation);
  return schema ? qualify(types.typeOf(schema, `${capitalise(operation.operationId)}Answer`)) : "None";
}

/** Names of classes live in `types`; names of typing are imported. */
const qualify = (type: string) =>
  type.replace(/"[^"]*"|\b[A-Z]\w*/g, (name) => (known.test(name) ? name : `types.${name}`));

const known = /^(?:".*|Union|List|Dict|Any|Literal|None|True|False)$/;

/** The signature without `self`: what the path names, the body, then keywords. */
function writeArguments({ method, given, query }: Parts, without: string[] = []): string[] {
  const keywords = query
    .filter(({ name }) => !without.includes(name))
    .map(({ argument, type, isRequired }) =>
      isRequired ? `${argument}: ${qualify(type)}` : `${argument}: Optional[${qualify(type)}] = None`,
    );
  const repeat = isRepeatable(method.operation) ? ["idempotency_key: Optional[str] = None"] : [];
  return [...given, "*", ...keywords, ...repeat, "timeout: Optional[float] = None"];
}

function writeMethod(parts: Parts, isAsync: boolean): string {
  const { method, query, answer } = parts;
  const { operation, verb, path, name } = method;
  const names = namesIn(operation, "path");
  const call = [
    `"${verb}"`,
    `"${path}"`,
    ...(names.length > 0 ? [`params={${names.map((one) => `"${one}": ${snakeCase(one)}`).join(", ")}}`] : []),
    ...(query.length > 0
      ? [`query={${query.map((one) => `"${one.name}": ${one.argument}`).join(", ")}}`]
      : []),
    ...(parts.given.some((one) => one.startsWith("body:")) ? ["body=body"] : []),
    ...(isPublic(method) ? ["is_public=True"] : []),
    ...(isRepeatable(operation) ? ["takes_idempotency_key=True", "idempotency_key=idempotency_key"] : []),
    ...(isFile(operation) ? ["is_file=True"] : []),
    "timeout=timeout",
  ];
  const { summary = "", description = "" } = operation;
  return [
    `    ${isAsync ? "async " : ""}def ${snakeCase(name)}(self, ${writeArguments(parts).join(", ")}) -> ${answer}:`,
    writeDocstring(`${summary}.\n\n${description}`, "        "),
    `        return ${isAsync ? "await " : ""}self._send(Call(${call.join(", ")}))`,
  ].join("\n");
}

function writeIterator(parts: Parts, types: PythonTypes, isAsync: boolean): string {
  const { method, query } = parts;
  const { operation, name } = method;
  const items = successSchema(operation)?.properties?.data?.items ?? {};
  const item = qualify(types.typeOf(items, `${capitalise(operation.operationId)}AnswerDataItem`));
  const paging = ["page", "cursor"];
  const passed = [
    ...namesIn(operation, "path").map(snakeCase),
    ...query
      .filter((one) => !["page", "cursor", "limit"].includes(one.name))
      .map(({ argument }) => `${argument}=${argument}`),
    "limit=limit",
    "cursor=cursor",
    "timeout=timeout",
  ];
  const asked = `self.${snakeCase(name)}(${passed.join(", ")})`;
  const [kind, read] = isAsync ? ["AsyncIterator", "read_pages_async"] : ["Iterator", "read_pages"];
  return `    def ${snakeCase(iteratorName(name))}(self, ${writeArguments(parts, paging).join(", ")}) -> ${kind}[${item}]:
        """Every item of \`${snakeCase(name)}\`, page by page as it is asked for."""
        return ${read}(lambda limit, cursor: ${asked}, limit)`;
}

function writeClass(resource: string, all: Parts[], types: PythonTypes, isAsync: boolean): string {
  const methods = all.flatMap((parts) => [
    writeMethod(parts, isAsync),
    ...(isPaged(parts.method.operation) ? [writeIterator(parts, types, isAsync)] : []),
  ]);
  return `class ${isAsync ? "Async" : ""}${capitalise(resource)}:
    def __init__(self, send: ${isAsync ? "AsyncSend" : "Send"}) -> None:
        self._send = send

${methods.join("\n\n")}`;
}

/** A class for each resource, one that holds them all, and the same for asyncio. */
function writeResources(document: Document, types: PythonTypes): string {
  const methods = listMethods(document).map((method) => readParts(method, types));
  const names = [...new Set(methods.map(({ method }) => method.resource))];
  const classes = [false, true].flatMap((isAsync) => {
    const prefix = isAsync ? "Async" : "";
    const ofResource = (name: string) => methods.filter(({ method }) => method.resource === name);
    const members = names.map(
      (name) => `        self.${snakeCase(name)} = ${prefix}${capitalise(name)}(send)`,
    );
    return [
      ...names.map((name) => writeClass(name, ofResource(name), types, isAsync)),
      `class ${prefix}Resources:
    """Everything that can be asked of the service."""

    def __init__(self, send: ${prefix}Send) -> None:
${members.join("\n")}`,
    ];
  });
  return `# Made from docs/openapi by \`npm run openapi\`; change the contracts instead.
# mypy: disable-error-code="no-any-return"
"""A class for each resource of the API."""

from __future__ import annotations

from typing import Any, AsyncIterator, Dict, Iterator, List, Literal, Optional, Union

from .._call import AsyncSend, Call, Picture, Send
from .._pages import read_pages, read_pages_async
from . import types


${classes.join("\n\n\n")}
`;
}

const keywords = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

const isPlainName = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name);

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** `isDynamic` is `is_dynamic`; `from` is `from_`. */
function snakeCase(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll("-", "_");
  return keywords.has(snake) ? `${snake}_` : snake;
}

/** A Python docstring of these lines, indented by `indent`. */
function writeDocstring(text: string, indent: string): string {
  const escaped = text.trim().replaceAll("\\", "\\\\").replaceAll('"""', '\\"\\"\\"');
  const lines = escaped.split("\n").map((line) => `${indent}${line}`.trimEnd());
  const [first = "", ...others] = lines;
  const start = `${indent}"""${first.trimStart()}`;
  if (others.length === 0) return `${start}${escaped.endsWith('"') ? " " : ""}"""`;
  return [start, ...others, `${indent}"""`].join("\n");
}

/** Collects the classes that a document needs, each under one name. */
class PythonTypes {
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
