import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { errorCodes } from "@/lib/platform/errors";
import { errorCatalogue } from "../errors";
import { describeApi, type InterfaceName } from "./document";
import { listCommittedDocuments } from "./write";

/** Every schema in the document, with the path to it. */
function* listSchemas(node: unknown, path = ""): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== "object" || node === null) return;
  for (const [key, value] of Object.entries(node)) {
    const isSchemas = key === "properties" && typeof value === "object" && value !== null;
    if (isSchemas)
      for (const [name, schema] of Object.entries(value)) {
        yield [`${path}.${name}`, schema as Record<string, unknown>];
      }
    yield* listSchemas(value, `${path}.${key}`);
  }
}

/** Runs Redocly's recommended rules over a document; what it writes. */
async function lint(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-openapi-"));
  try {
    await writeFile(join(folder, "document.json"), text);
    await writeFile(
      join(folder, "redocly.yaml"),
      "extends: [recommended]\nrules:\n  no-server-example.com: off\n",
    );
    const redocly = join(process.cwd(), "tools/node_modules/@redocly/cli/bin/cli.js");
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [redocly, "lint", "--max-problems=50", "document.json"],
      {
        cwd: folder,
        env: {
          HOME: folder,
          NODE_ENV: "production",
          CI: "true",
          REDOCLY_TELEMETRY: "off",
          REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
        },
      },
    ).catch((error) => error);
    return `${stdout}${stderr}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.each(listCommittedDocuments())("the OpenAPI document $name", ({ name, file, text }) => {
  it("is committed as npm run openapi generates it", () => {
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("satisfies Redocly's recommended rules", async () => {
    const output = await lint(text);
    expect(output).toContain("Your API description is valid");
    expect(output).not.toMatch(/\d+ (?:warning|error)/i);
  });

  it("describes every request field", () => {
    const { components, paths = {} } = describeApi(name, "http://x");
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const sent = operations.flatMap((operation) => [operation.requestBody, operation.parameters]);
    const schemas = Object.entries(components?.schemas ?? {}).filter(([id]) =>
      JSON.stringify(sent).includes(`/${id}"`),
    );
    const isDescribed = (schema: Sent): boolean =>
      Boolean(schema.description) ||
      Boolean(components?.schemas?.[schema.$ref?.split("/").at(-1) ?? ""]?.description) ||
      (schema.anyOf ?? []).some(isDescribed);
    const silent = [...listSchemas(sent), ...listSchemas(Object.fromEntries(schemas))].filter(
      ([, schema]) => !isDescribed(schema),
    );
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it("excludes control characters from every string of a request that the service refuses them in", () => {
    const { components, paths = {} } = describeApi(name, "http://x");
    const takesControls = (place: string) => /\.userAgent$|\/plain$/.test(place);
    const open = new Set<string>();
    const seen = new Set<string>();
    const visit = (place: string, schema: Sent): void => {
      const id = schema.$ref?.split("/").at(-1);
      if (id !== undefined && !seen.has(id)) {
        seen.add(id);
        visit(id, (components?.schemas?.[id] ?? {}) as Sent);
      }
      const {
        type,
        format,
        pattern = "",
        properties = {},
        items,
        propertyNames,
        additionalProperties,
      } = schema;
      const isText = [type].flat().includes("string") && !schema.enum && schema.const === undefined;
      const isBounded = format !== undefined || (pattern !== "" && !new RegExp(pattern, "u").test("a\u0007"));
      if (isText && !isBounded && !takesControls(place)) open.add(place);
      for (const [key, property] of Object.entries(properties)) visit(`${place}.${key}`, property);
      for (const one of schema.anyOf ?? []) visit(place, one);
      if (items) visit(`${place}[]`, items);
      if (propertyNames) visit(`${place} (name)`, propertyNames);
      if (typeof additionalProperties === "object") visit(`${place} (value)`, additionalProperties);
    };
    for (const [path, item] of Object.entries(paths))
      for (const { parameters = [], requestBody } of Object.values(item) as Operation[]) {
        for (const { name: parameter, schema } of parameters) visit(`${path} ${parameter}`, schema);
        for (const [media, { schema }] of Object.entries(requestBody?.content ?? {}))
          visit(`${path} ${media}`, schema);
      }
    expect([...open].sort()).toEqual([]);
  });

  it("names its server, and depends on the base URL nowhere else", () => {
    const [one, two] = ["https://a.example", "https://b.example"].map((url) =>
      JSON.stringify(describeApi(name, url)),
    );
    expect(one?.replaceAll("a.example", "b.example")).toBe(two);
    expect(describeApi(name, "https://a.example").servers?.[0]?.url).toBe("https://a.example");
  });
});

describe("the OpenAPI document of the authenticated API", () => {
  const { paths = {}, security, components } = describeApi("v1" satisfies InterfaceName, "http://x");
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method,
      ...operation,
    })),
  );

  it("requires a bearer key everywhere except for the document itself", () => {
    expect(security).toEqual([{ apiKey: [] }]);
    expect(components?.securitySchemes?.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
    const open = operations.filter((operation) => operation.security?.length === 0);
    expect(open.map(({ path }) => path)).toEqual(["/api/v1/openapi.json"]);
  });

  it.each(operations.filter((operation) => operation.security === undefined))(
    "$method $path documents refusals, rate limit headers and idempotency",
    ({ method, path, parameters = [], responses }) => {
      const headers = (status: string) => Object.keys(responses[status]?.headers ?? {});
      expect(headers("401")).toEqual(["X-Request-Id", "WWW-Authenticate"]);
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["403", "429", "500", "503"]));
      expect(headers("429")).toEqual(expect.arrayContaining(["Retry-After", "X-RateLimit-Reset"]));
      const successes = Object.keys(responses).filter((status) => status.startsWith("2"));
      for (const status of successes) {
        for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]) {
          expect(responses[status]?.headers?.[name]).toMatchObject({ required: true });
        }
        expect(headers(status)).toContain("X-Environment");
        expect(headers(status).includes("Idempotent-Replayed")).toBe(method === "post");
      }
      const names = parameters.filter((one) => one.in === "header").map((one) => one.name);
      expect(names).toEqual(method === "post" ? ["Idempotency-Key"] : []);
      expect("422" in responses).toBe(method === "post");
      // A slug may be taken, and a domain in use.
      const conflicting = ["put /api/v1/qr-codes/{id}", "delete /api/v1/domains/{id}"];
      expect("409" in responses).toBe(method === "post" || conflicting.includes(`${method} ${path}`));
    },
  );
});

describe("links in the OpenAPI document of the authenticated API", () => {
  const { paths = {} } = describeApi("v1", "http://x");
  const linksOf = (path: string, status: string) =>
    Object.entries((paths[path]?.post?.responses?.[status] as { links?: object } | undefined)?.links ?? {});

  it.each([
    [
      "/api/v1/qr-codes",
      [
        ...["getQrCode", "updateQrCode", "deleteQrCode", "getQrCodeImage", "listTargets", "resolveQrCode"],
        "deleteQrCodeGoals",
      ],
    ],
    ["/api/v1/api-keys", ["getApiKey", "updateApiKey", "deleteApiKey", "rotateApiKey"]],
  ])("lead from POST %s to the operations on the created object", (path, operations) => {
    const links = linksOf(path, "201");
    expect(links.map(([name]) => name)).toEqual(operations);
    for (const [operationId, link] of links)
      expect(link).toMatchObject({ operationId, parameters: { id: "$response.body#/id" } });
  });

  it("lead from a webhook to its deliveries, and from a test to its delivery", () => {
    expect(linksOf("/api/v1/webhooks", "201").map(([name]) => name)).toContain("listWebhookDeliveries");
    const parameters = { id: "$request.path.id", deliveryId: "$response.body#/id" };
    const delivery = expect.objectContaining({ operationId: "getWebhookDelivery", parameters });
    expect(linksOf("/api/v1/webhooks/{id}/test", "202")).toContainEqual(["getWebhookDelivery", delivery]);
  });
});

interface Sent {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  anyOf?: Sent[];
  items?: Sent;
  properties?: Record<string, Sent>;
  propertyNames?: Sent;
  additionalProperties?: boolean | Sent;
}

interface Operation {
  security?: unknown[];
  parameters?: { in: string; name: string; schema: Sent }[];
  requestBody?: { content: Record<string, { schema: Sent }> };
  responses: Record<string, { headers?: Record<string, { required?: boolean }> }>;
}

describe("errorCatalogue", () => {
  it("has an entry with a remedy for every error code", () => {
    expect(Object.keys(errorCatalogue).sort()).toEqual([...errorCodes].sort());
    for (const entry of Object.values(errorCatalogue)) {
      expect(entry.status).toBeGreaterThanOrEqual(400);
      for (const words of [entry.title, entry.meaning, entry.remedy])
        expect(words.length).toBeGreaterThan(10);
    }
  });
});
