import { expect } from "vitest";
import type { Answer } from "./public-api";

interface Detail {
  field: string;
  code: string;
  message: string;
  [bound: string]: unknown;
}

/** An error of the authenticated interface as decisions §4 has it, and its details in the order of their fields. */
export function expectRefusal(answer: Answer, status: number, code: string, fields?: string[]): Detail[] {
  expect([answer.status, answer.json?.code], answer.text).toEqual([status, code]);
  expect(answer.json).toMatchObject({
    error: expect.stringMatching(/./),
    hint: expect.stringMatching(/./),
    docs: expect.stringMatching(new RegExp(`/docs/errors#${code}$`)),
    requestId: answer.headers.get("x-request-id"),
  });
  const details = [...((answer.json.details ?? []) as unknown as Detail[])];
  details.sort((one, other) => one.field.localeCompare(other.field));
  for (const detail of details) {
    expect(detail).toMatchObject({
      field: expect.stringMatching(/./),
      code: expect.stringMatching(/./),
      message: expect.stringMatching(/./),
    });
  }
  if (fields !== undefined) expect(details.map(({ field }) => field)).toEqual([...fields].sort());
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  return details;
}
