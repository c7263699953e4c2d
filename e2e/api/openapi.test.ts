import Ajv from "ajv/dist/2020.js";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { type Answer, call, path, post } from "../support/public-api";

interface Operation {
  operationId: string;
  responses: Record<
    string,
    { headers?: Record<string, { required?: boolean }>; content?: Record<string, unknown> }
  >;
}

let document: {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  info: { version: string };
};
const ajv = new Ajv({ strict: false, validateFormats: false });

/** Checks a whole answer against the served description: status, headers and body. */
function expectDescribed(answer: Answer, template: string, method: string): void {
  const status = String(answer.status);
  const response = document.paths[template]?.[method]?.responses[status];
  expect(response, `${method} ${template} describes ${status}`).toBeDefined();
  for (const [name, header] of Object.entries(response?.headers ?? {})) {
    if (header.required) expect(answer.headers.get(name), `${name} of ${status}`).not.toBeNull();
  }
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  if (answer.json === undefined) return;
  const escapePart = (part: string) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
  const pointer = ["paths", template, method, "responses", status, "content", type, "schema"]
    .map(escapePart)
    .join("/");
  const validate = ajv.compile({ $ref: `public#/${pointer}` });
  expect(validate(answer.json), ajv.errorsText(validate.errors)).toBe(true);
}

beforeAll(async () => {
  document = (await call(`${path}/openapi.json`)).json as never;
  ajv.addSchema(document as never, "public");
});

describe("openapi.json", () => {
  it("is OpenAPI 3.1 of version 1.0.0 at our own address", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe("1.0.0");
    expect(document.servers.map(({ url }) => url)).toEqual([inject("baseUrl")]);
  });

  it("describes every contract and nothing else", () => {
    const described = Object.entries(document.paths).flatMap(([template, item]) =>
      Object.entries(item).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${template} ${operationId}`,
      ),
    );
    expect(described.sort()).toEqual(
      publicContracts.map((one) => `${one.method} ${one.path} ${one.id}`).sort(),
    );
  });

  it.each([
    ["get", "", undefined],
    ["get", "?type=url&content=https%3A%2F%2Fexample.com", undefined],
    ["get", "?type=wifi&data=%7B%22ssid%22%3A%22home%22%7D&grade=true", undefined],
    ["get", "?type=nope", undefined],
    [
      "post",
      "",
      {
        type: "text",
        content: "quiet",
        name: "A",
        settings: { frame: { style: "circle" }, color: { dark: "#999" } },
      },
    ],
    ["post", "?grade=true", { type: "text", content: "quiet" }],
    ["post", "", { type: "wifi", content: "{}" }],
    ["post", "", { type: "url", content: "x", settings: { size: 1, color: { dark: 5 } } }],
    ["post", "", { type: "text", content: "x".repeat(900), settings: { size: 100 } }],
    ["post", "", { type: "text", content: "x".repeat(5_000) }],
    ["post", "", { type: "text", content: "x", settings: { color: { dark: "#fff" } } }],
    ["post", "", { type: "text", content: "x", settings: { logo: { enabled: true, dataUrl: "data:," } } }],
    ["post", "", "{"],
  ])("describes what %s %s answers to %o", async (method, query, body) => {
    const answer = method === "get" ? await call(`${path}${query}`) : await post(body, { query });
    expectDescribed(answer, path, method);
  });

  it("describes 413, 415, 429, the view and itself", async () => {
    expectDescribed(await post(`{"x":"${"x".repeat(1_100_000)}"}`), path, "post");
    expectDescribed(await post({}, { headers: { "content-type": "text/plain" } }), path, "post");
    const client = "198.51.100.77";
    const answers = await Promise.all(Array.from({ length: 101 }, () => post("{", { client })));
    const refused = answers.find(({ status }) => status === 429);
    expectDescribed(refused as Answer, path, "post");
    const { json } = await post({ type: "text", content: "quiet" });
    const view = `${path}/view/{shortCode}`;
    const seen = await call(String(json.imageUrl));
    expectDescribed(seen, view, "get");
    expectDescribed(
      await call(String(json.imageUrl), { headers: { "if-none-match": seen.headers.get("etag") ?? "" } }),
      view,
      "get",
    );
    expectDescribed(await call(`${path}/view/aaaaaaaaaaaa`), view, "get");
    expectDescribed(await call(`${path}/openapi.json`), `${path}/openapi.json`, "get");
  });
});
