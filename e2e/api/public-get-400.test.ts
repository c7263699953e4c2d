import { describe, expect, it } from "vitest";
import { expectError } from "../support/expect-error";
import { call, get, path } from "../support/public-api";

describe("400: GET /api/public/qr-codes", () => {
  it.each<[string, string, string[]]>([
    ["foo=bar", "validation_failed", ["type", "content"]],
    ["type=url", "validation_failed", ["content"]],
    ["content=x", "validation_failed", ["type"]],
    ["type=text&content=", "validation_failed", ["content"]],
    ["type=text&content=a&data=b", "validation_failed", ["data"]],
    ["type=text&content=a&data=a", "validation_failed", ["data"]],
    ["type=nope&content=a&data=a", "validation_failed", ["type", "data"]],
    ["type=text&type=text&content=a", "validation_failed", ["type"]],
    ["type=text&content=a&content=b", "validation_failed", ["content"]],
    ["type=text&data=a&data=b", "validation_failed", ["data"]],
    ["type=email&content=a%40example.com", "validation_failed", ["type"]],
    ["type=url&content=javascript%3Aalert(1)", "invalid_url", ["content"]],
    ["type=wifi&content=%7B%7D", "invalid_content", ["content"]],
    ["type=text&content=a%00b", "validation_failed", ["content"]],
    ["type=text&content=a&grade=maybe", "validation_failed", ["grade"]],
  ])("%s", async (query, code, fields) => {
    const answer = await call(`${path}?${query}`);
    expect(answer.json.code, answer.text).toBe(code);
    const details = answer.json.details as unknown as { field: string }[];
    expect(details.map(({ field }) => field.split(".")[0]).sort()).toEqual([...fields].sort());
    expect(answer.status).toBe(400);
  });

  it.each(["type=text&content=%ff", "type=text&content=%ED%A0%80", "type=text&content=%zz"])(
    "rejects %s, whose escapes are invalid",
    async (query) => {
      expectError(await call(`${path}?${query}`), "invalid_request", []);
    },
  );

  it("never repeats the input in the error", async () => {
    const { text } = await get({ type: "wifi", content: '{"password":"very-secret"}' });
    expect(text).not.toContain("very-secret");
  });
});
