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
  it("sends JSON with the contract's status or the given one, and with the handler's headers", () => {
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

  it("does not change the handler's headers object", () => {
    const headers = { Location: "/1" };
    presentOutcome(json, { json: { n: 1 }, headers });
    expect(headers).toEqual({ Location: "/1" });
  });

  it("sends a file as one of its types, with no-store unless the handler sets Cache-Control", () => {
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

  it("sends an empty response without a body or length", () => {
    const headers = { "Cache-Control": "no-store" };
    expect(presentOutcome(nothing, { empty: true })).toEqual({ status: 204, headers, body: null });
  });

  it.each([
    ["a value that its schema rejects", json, { json: { n: 1.5 } }],
    ["a status that the contract lacks", json, { json: { n: 1 }, status: 202 }],
    ["an empty outcome instead of JSON", json, { empty: true as const }],
    ["JSON instead of a file", files, { json: {} }],
    ["a media type that the contract lacks", files, { bytes, mediaType: "text/html", headers: {} }],
    ["JSON instead of an empty response", nothing, { json: {} }],
  ])("refuses to send %s", (_, contract, outcome) => {
    expect(() => presentOutcome(contract, outcome)).toThrow(TypeError);
  });
});
