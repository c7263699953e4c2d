import { afterEach, expect, it, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { answerMcp } from ".";
import { tools } from "./tools";

afterEach(() => vi.restoreAllMocks());

it("answers a fault of its own with internal_error, a hint and the request's id, and logs the cause", async () => {
  const tool = tools.find((one) => one.run !== undefined);
  const cause = new Error("canary");
  vi.spyOn(tool as Required<(typeof tools)[number]>, "run").mockRejectedValue(cause);
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool?.name } };
  const { body } = await answerMcp({
    method: "POST",
    path: "/api/mcp",
    query: new URLSearchParams(),
    headers: { "content-type": "application/json" },
    clientAddress: "192.0.2.1",
    requestId: "req_1",
    readBody: async () => new TextEncoder().encode(JSON.stringify(message)),
  });
  expect(JSON.parse(String(body)).error).toEqual({
    code: -32603,
    message: "Something went wrong on our side. Request req_1",
    data: { code: "internal_error", hint: expect.stringContaining("Try again") },
  });
  expect(logged).toHaveBeenCalledWith({ err: cause, requestId: "req_1" }, "a tool failed");
});
