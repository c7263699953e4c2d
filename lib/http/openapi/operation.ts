import { z } from "zod";
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from "zod-openapi";
import type { Contract } from "../contract";
import { idempotencyKeyHeader, maxIdempotencyKeyLength } from "../idempotency";
import { isRepeatable } from "../read-input";
import {
  environmentHeader,
  errorResponses,
  rateLimitHeaders,
  replayedHeader,
  requestIdHeader,
} from "./error-responses";

const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

const idempotencyHeaders = z.object({
  [idempotencyKeyHeader]: z
    .string()
    .regex(new RegExp(`^[ -~]{1,${maxIdempotencyKeyLength}}$`))
    .optional()
    .meta({
      description:
        "A new random text for each new request, such as a UUID. Within 24 hours the same key and body are answered as before and change nothing twice, on this path, account and environment.",
      examples: ["4f6c1d1e-8a53-4b0e-9d0c-2f1f7f2f9c11"],
    }),
});

export function describeOperation(
  contract: Contract,
  contracts: readonly Contract[],
): ZodOpenApiOperationObject {
  const { params, query, body } = contract;
  const header = isRepeatable(contract) ? idempotencyHeaders : undefined;
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: describeAccess(contract) + contract.description,
    ...(contract.access === "public" && contract.path.startsWith("/api/v1/") && { security: [] }),
    ...((params || query || header) && {
      requestParams: {
        ...(params && { path: params }),
        ...(query && { query: optionalWhenBare(query, contract) }),
        ...(header && { header }),
      },
    }),
    ...(body && {
      requestBody: {
        required: !contract.isBodyOptional,
        content: {
          "application/json": {
            schema: body,
            ...(contract.bodyExamples && { examples: contract.bodyExamples }),
          },
          ...(contract.takesText && {
            "text/plain": { schema: { type: "string" as const, contentMediaType: "application/json" } },
          }),
        },
      },
    }),
    responses: {
      ...describeSuccess(contract, describeLinks(contract, contracts)),
      ...errorResponses(contract),
    },
  };
}

/** Which permissions a key must hold, as the first sentence. */
function describeAccess({ access }: Contract): string {
  if (access === "public" || access.permissions.length === 0) return "";
  const names = access.permissions.map((permission) => `\`${permission}\``);
  const last = names.pop();
  return `Needs ${names.length === 0 ? last : `${names.join(", ")} and ${last}`}. `;
}

/** A GET that also answers without any parameter requires none of them by itself. */
function optionalWhenBare(query: z.ZodObject, { bare }: Contract): z.ZodObject {
  return bare ? query.partial() : query;
}

function describeSuccess(
  contract: Contract,
  links: ReturnType<typeof describeLinks>,
): ZodOpenApiResponsesObject {
  const { success, bare } = contract;
  const headers = describeHeaders(contract);
  const status = `${success.status}` as `2${string}`;
  if ("file" in success) return describeFile(contract, success, headers);
  if (!("json" in success)) return { [status]: { description: success.description, headers } };
  const schema = bare ? z.union([success.json, bare.json]) : success.json;
  const description = bare ? `${success.description} ${bare.description}` : success.description;
  const content = { "application/json": { schema } };
  const { otherwise } = success;
  return {
    ...(otherwise && {
      [`${otherwise.status}`]: { description: otherwise.description, headers, content },
    }),
    [status]: { description, headers, content, ...links },
    ...("ETag" in headers && {
      "304": { description: "What If-None-Match names is still the answer.", headers },
    }),
  };
}

/** A file of JSON is read as what it holds. */
function describeFileType(type: string) {
  if (type === "application/json") return { type: "object" as const };
  return { type: "string" as const, contentMediaType: type };
}

function describeFile(
  contract: Contract,
  { description, file, redirects, headers: own = {} }: Extract<Contract["success"], { file: unknown }>,
  headers: ReturnType<typeof describeHeaders>,
): ZodOpenApiResponsesObject {
  const files = typeof file === "string" ? [file] : file;
  const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => !(name in own)));
  return {
    "200": {
      description,
      headers,
      content: Object.fromEntries(files.map((type) => [type, { schema: describeFileType(type) }])),
    },
    ...(redirects !== undefined && {
      "302": { description: redirects, headers: { ...rest, ...locationHeader } },
    }),
    ...("ETag" in own && {
      "304": {
        description: "The image that If-None-Match names is still the one.",
        // A client of the public interface may be told so before it is counted.
        headers: { ...headers, ...(contract.limit && rateLimitHeaders(contract, false)) },
      },
    }),
  };
}

function describeHeaders(contract: Contract) {
  const { success, bare, limit, access } = contract;
  const own = "headers" in success ? (success.headers ?? {}) : {};
  const isKeyed = access !== "public";
  return {
    ...requestIdHeader,
    ...((limit || isKeyed) && rateLimitHeaders(contract, bare === undefined)),
    ...(isKeyed && environmentHeader),
    ...(isRepeatable(contract) && replayedHeader),
    ...Object.fromEntries(
      Object.entries(own).map(([name, { description, example, always }]) => [
        name,
        { description, required: always, schema: { type: "string" as const }, example },
      ]),
    ),
  };
}

const locationHeader = {
  Location: {
    description: "Where the file is.",
    required: true,
    schema: { type: "string" as const, format: "uri" },
    example: "https://quietzone.example/i/aZ09bY18.png",
  },
};

/** OpenAPI links from the answer that creates something to every operation on it, which fill the parameters of its path. */
function describeLinks(
  { makes }: Contract,
  contracts: readonly Contract[],
): { links?: Record<string, oas31.LinkObject> } {
  if (makes === undefined) return {};
  const names = parametersOf(makes);
  const created = names.at(-1);
  const parameters = Object.fromEntries(
    names.map((name) => [name, name === created ? "$response.body#/id" : `$request.path.${name}`]),
  );
  const targets = contracts.filter(
    ({ path }) => path.startsWith(makes) && parametersOf(path).length === names.length,
  );
  const links = targets.map(({ id, summary }) => [id, { operationId: id, parameters, description: summary }]);
  return { links: Object.fromEntries(links) };
}
