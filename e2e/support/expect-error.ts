import { expect } from "vitest";
import type { Answer } from "./public-api";

/** A 400 of the public interface as decisions §4 has it, with details about exactly these fields. */
export function expectError(answer: Answer, code: string, fields: string[]): void {
  expect(answer.status, answer.text).toBe(400);
  expect(answer.json).toMatchObject({
    error: expect.any(String),
    code,
    hint: expect.any(String),
    docs: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
    requestId: answer.headers.get("x-request-id"),
  });
  const details = (answer.json.details ?? []) as unknown as {
    field: string;
    code: string;
    message: string;
  }[];
  expect(details.map(({ field }) => field).sort()).toEqual([...fields].sort());
  for (const detail of details)
    expect(detail).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("x-ratelimit-limit")).toBe("100");
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
}
