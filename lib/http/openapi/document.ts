import { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from "zod-openapi";
import { publicApiVersion } from "@/lib/public-codes/schema";
import { publicContracts } from "../api/public-contracts";
import type { Contract } from "../contract";
import { errorResponses } from "./error-responses";
import { rateLimitHeaders, requestIdHeader } from "./headers";

const description = `QR codes for addresses, text, WiFi credentials and contact cards, without an account.

- Any origin may call it: answers carry \`Access-Control-Allow-Origin: *\`, OPTIONS answers 204.
- HEAD answers like GET without a body. A known path with another method is 405 with \`Allow\`.
- 100 generating calls an hour for one IP address (IPv6: one /64), GET and POST together.
- Every answer carries \`X-Request-Id\`; every error is JSON with \`error\`, \`code\`, \`hint\`, \`docs\` and \`requestId\`, and lists all faults at once in \`details\`.
- Numbers are whole; what is out of bounds is refused, never changed. Unknown members and parameters are ignored.
- \`settings\` of an answer holds the settings that were used, with every default filled in.`;

const documents = new Map<string, oas31.OpenAPIObject>();

/** The OpenAPI 3.1 document of the public interface, made from its contracts; `baseUrl` is its server. */
export function describeApi(baseUrl: string): oas31.OpenAPIObject {
  const known = documents.get(baseUrl);
  if (known !== undefined) return known;
  const document = createDocument({
    openapi: "3.1.0",
    info: {
      title: "Quietzone public QR codes",
      version: publicApiVersion,
      description,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl, description: "This service." }],
    security: [],
    tags: [{ name: "Public QR codes", description: "Generate, fetch and describe; no credential needed." }],
    paths: describePaths(publicContracts),
  });
  documents.set(baseUrl, document);
  return document;
}

function describePaths(contracts: readonly Contract[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const contract of contracts) {
    const method = contract.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
    paths[contract.path] = { ...paths[contract.path], [method]: describeOperation(contract) };
  }
  return paths;
}

function describeOperation(contract: Contract): ZodOpenApiOperationObject {
  const { params, query, body } = contract;
  return {
    operationId: contract.id,
    tags: [contract.tag],
    summary: contract.summary,
    description: contract.description,
    ...((params || query) && {
      requestParams: {
        ...(params && { path: params }),
        ...(query && { query: optionalWhenBare(query, contract) }),
      },
    }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: body,
            ...(contract.bodyExamples && { examples: contract.bodyExamples }),
          },
        },
      },
    }),
    responses: { ...describeSuccess(contract), ...errorResponses(contract) },
  };
}

/** A GET that also answers without any parameter requires none of them by itself. */
function optionalWhenBare(query: z.ZodObject, { bare }: Contract): z.ZodObject {
  return bare ? query.partial() : query;
}

function describeSuccess(contract: Contract): ZodOpenApiResponsesObject {
  const { success, bare, limit } = contract;
  const headers = {
    ...requestIdHeader,
    ...(limit && rateLimitHeaders(bare === undefined)),
    ...("headers" in success && describeHeaders(success.headers ?? {})),
  };
  const status = `${success.status}` as `2${string}`;
  if ("file" in success) {
    const { description } = success;
    const files = typeof success.file === "string" ? [success.file] : success.file;
    return {
      [status]: {
        description,
        headers,
        content: Object.fromEntries(
          files.map((file) => [file, { schema: { type: "string" as const, contentMediaType: file } }]),
        ),
      },
      "304": { description: "The image that If-None-Match names is still the one.", headers },
    };
  }
  if (!("json" in success)) return { [status]: { description: success.description, headers } };
  const schema = bare ? z.union([success.json, bare.json]) : success.json;
  const words = bare ? `${success.description} ${bare.description}` : success.description;
  return { [status]: { description: words, headers, content: { "application/json": { schema } } } };
}

function describeHeaders(headers: Record<string, { description: string; example: string; always: boolean }>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, example, always }]) => [
      name,
      { description, required: always, schema: { type: "string" as const }, example },
    ]),
  );
}
