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
  successSchema,
} from "../list-methods";
import { capitalise, type PythonTypes, snakeCase, writeDocstring } from "./write-types";

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
export function writeResources(document: Document, types: PythonTypes): string {
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
