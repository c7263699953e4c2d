import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Contract, contractOf } from "./contract";
import { presentOutcome } from "./exchange";

/** A contract with this success. */
function contractWith(success: Contract["success"]): Contract {
  return contractOf({
    id: "test",
    method: "POST",
    path: "/api/v1/test",
    tag: "test",
    access: { permissions: [] },
    summary: "",
    description: "",
    success,
    errors: [],
  });
}

const json = contractWith({
  status: 201,
  otherwise: { status: 200, description: "" },
  description: "",
  json: z.object({ n: z.int() }),
});
const files = contractWith({ status: 200, description: "", file: ["image/png", "image/svg+xml"] });
const nothing = contractWith({ status: 204, description: "" });
const bytes = Buffer.from("<svg/>");

describe("presentOutcome", () => {
  it("answers JSON with the contract's status or the other one, and with headers of its own", () => {
    const created = presentOutcome(json, { json: { n: 1 }, headers: { Location: "/1" } });
    expect(created).toEqual({
      status: 201,
      headers: {
        Location: "/1",
        "Content-Type": "application/json; charset=utf-8",
        "Content-Length": "7",
        "Cache-Control": "no-store",
      },
      body: '{"n":1}',
    });
    expect(presentOutcome(json, { json: { n: 1 }, status: 200 }).status).toBe(200);
  });

  it("leaves a handler's headers as they are", () => {
    const headers = { Location: "/1" };
    presentOutcome(json, { json: { n: 1 }, headers });
    expect(headers).toEqual({ Location: "/1" });
  });

  it("answers a file of one of its types, kept by nobody unless its own headers say so", () => {
    expect(presentOutcome(files, { bytes, mediaType: "image/svg+xml", headers: {} })).toEqual({
      status: 200,
      headers: { "Content-Type": "image/svg+xml", "Content-Length": "6", "Cache-Control": "no-store" },
      body: bytes,
    });
    expect(presentOutcome(files, { bytes, headers: { "Cache-Control": "private" } }).headers).toMatchObject({
      "Content-Type": "image/png",
      "Cache-Control": "private",
    });
  });

  it("answers nothing without a body and its length", () => {
    const headers = { "Cache-Control": "no-store" };
    expect(presentOutcome(nothing, { empty: true })).toEqual({ status: 204, headers, body: null });
  });

  it.each([
    ["a value that its schema refuses", json, { json: { n: 1.5 } }],
    ["a status that the contract lacks", json, { json: { n: 1 }, status: 202 }],
    ["nothing for JSON", json, { empty: true as const }],
    ["JSON for a file", files, { json: {} }],
    ["a type that the contract lacks", files, { bytes, mediaType: "text/html", headers: {} }],
    ["JSON for nothing", nothing, { json: {} }],
  ])("sends no %s", (_, contract, outcome) => {
    expect(() => presentOutcome(contract, outcome)).toThrow(TypeError);
  });
});
