import Ajv2020 from "ajv/dist/2020";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { callV1, newAccount, newKey } from "../support/accounts";

/** Messages as a program without the protocol's library sends them. */
let apiKey: string;
let id: unknown;
beforeAll(async () => {
  apiKey = (await newKey(await newAccount("developer"))).apiKey;
  const body = { name: "Menu", type: "url", content: "https://example.com/menu", isDynamic: true };
  id = (await callV1(apiKey, "POST", "/qr-codes", { body })).json.id;
});

function post(method: string, params?: unknown, accept?: string): Promise<Response> {
  return fetch(new URL("/api/mcp", inject("baseUrl")), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${apiKey}`,
      ...(accept !== undefined && { accept }),
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
}

const ask = async (method: string, params?: unknown) => (await post(method, params)).json();

describe("MCP response formats", () => {
  it.each([
    undefined,
    "*/*",
    "application/json",
    "application/json, text/event-stream",
    "text/event-stream, Application/JSON;q=0.9",
  ])("are one JSON document for Accept %s", async (accept) => {
    const answer = await post("tools/list", undefined, accept);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect((await answer.json()).result.tools.length).toBeGreaterThan(5);
  });

  it("are a stream of one event for a client that accepts nothing else", async () => {
    const answer = await post("ping", undefined, "text/event-stream");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    expect(await answer.text()).toMatch(/^event: message\ndata: \{.*\}\n\n$/);
  });

  it("are 406 for a client that accepts neither", async () => {
    expect((await post("ping", undefined, "text/html")).status).toBe(406);
  });
});

/** Each of these is a fault of its own to the library's schema. */
const flood = { clientInfo: { icons: Array(2_000).fill(0) }, _meta: { progressToken: Array(2_000).fill(0) } };

describe("MCP bodies that are not messages", () => {
  it.each([
    ["", -32700],
    ["{", -32700],
    ['{"jsonrpc":"2.0","jsonrpc":"2.0"}', -32700],
    ["[]", -32600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ["null", -32600],
    [JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: flood }), -32600],
    [
      JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...flood, arguments: {} } }),
      -32600,
    ],
    ["{}", -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ])("%s gets 400 and a JSON-RPC error", async (body, code) => {
    const answer = await fetch(new URL("/api/mcp", inject("baseUrl")), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ jsonrpc: "2.0", error: expect.objectContaining({ code }) }),
    ]);
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
  });
});

describe("MCP parameters that do not fit the method", () => {
  it.each([
    ["initialize", { protocolVersion: 5 }, "params.protocolVersion"],
    ["resources/read", undefined, "params"],
    ["resources/read", { uri: 5 }, "params.uri"],
    ["resources/list", { cursor: 5 }, "params.cursor"],
    ["tools/list", { cursor: 5 }, "params.cursor"],
    ["tools/call", { arguments: {} }, "params.name: "],
    ["tools/call", { name: "list_qr_codes", arguments: [] }, "params.arguments: "],
    ["tools/call", { name: "list_qr_codes", arguments: "x" }, "params.arguments: "],
    ["resources/list", { cursor: "0" }, "cursor"],
    ["resources/list", { cursor: "next" }, "cursor"],
    ["resources/list", { cursor: "" }, "cursor"],
    ["prompts/get", { name: "weekly-report", arguments: { timezone: "Mars" } }, "timezone"],
  ])("%s with %o gets -32602 and names the invalid part", async (method, params, name) => {
    const { error } = await ask(method, params);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(name) });
    expect(error.data).toEqual({ code: "validation_failed", hint: expect.any(String) });
  });
});

describe("MCP errors with code and hint", () => {
  const uri = "quietzone://codes/none";
  const unknown = "quietzone://codes/01890000-0000-7000-8000-000000000000";
  it.each([
    ["tools/call", { name: "[\n" }, "There is no tool", {}],
    ["prompts/get", { name: "none" }, "There is no prompt", {}],
    ["resources/read", { uri }, "There is no such resource", { uri }],
    ["resources/read", { uri: unknown }, "There is no such code", { uri: unknown }],
    ["resources/read", { uri: `${unknown}/analytics` }, "There is no such code", {}],
  ])("%s with the unknown %o gets not_found", async (method, params, message, data) => {
    const { error } = await ask(method, params);
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining(message), data });
    expect(error.data).toMatchObject({ code: "not_found", hint: expect.any(String) });
  });

  it.each(["codes/list", "completion/complete", "logging/setLevel", "tasks/get"])(
    "the unknown method %s gets not_found",
    async (method) => {
      expect((await ask(method, {})).error).toEqual({
        code: -32601,
        message: "Method not found",
        data: { code: "not_found", hint: expect.stringContaining("tools/list") },
      });
    },
  );

  it("are complete in a stream, too", async () => {
    const text = await (await post("codes/list", {}, "text/event-stream")).text();
    const { error } = JSON.parse(/^event: message\ndata: (\{.*\})\n\n$/.exec(text)?.[1] ?? "");
    expect(error).toMatchObject({ code: -32601, data: { code: "not_found", hint: expect.any(String) } });
  });

  it("keep what the protocol says of a version that is not supported", async () => {
    const version = "io.modelcontextprotocol/protocolVersion";
    const _meta = { [version]: "2099-01-01", "io.modelcontextprotocol/clientCapabilities": {} };
    const answer = await post("tools/list", { _meta });
    expect(answer.status).toBe(400);
    expect((await answer.json()).error).toMatchObject({
      code: -32022,
      data: {
        code: "invalid_request",
        hint: expect.any(String),
        supported: ["2026-07-28"],
        requested: "2099-01-01",
      },
    });
  });
});

describe("MCP tools", () => {
  it.each(["get_qr_code", "update_qr_code", "delete_qr_code"])(
    "%s rejects path names as ids",
    async (name) => {
      for (const id of ["bulk", "BULK", "bulk/", "."]) {
        const { result } = await ask("tools/call", { name, arguments: { id } });
        expect(result).toMatchObject({ isError: true });
        expect(result.content[0].text).toMatch(/^not_found/);
      }
    },
  );

  it("return results that match their output schema, including both steps of a deletion", async () => {
    const { tools } = (await ask("tools/list")).result;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const call = async (name: string, args: object) => {
      const { structuredContent } = (await ask("tools/call", { name, arguments: args })).result;
      const schema = tools.find((tool: { name: string }) => tool.name === name).outputSchema;
      const isValid = ajv.validate(schema, structuredContent);
      expect([name, isValid, ajv.errors]).toEqual([name, true, null]);
      return structuredContent;
    };
    await call("get_qr_code", { id });
    const { confirmToken } = await call("delete_qr_code", { id });
    expect(await call("delete_qr_code", { id, confirmToken })).toEqual({ deleted: true, id });
  });
});
