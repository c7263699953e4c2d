import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Answer, descriptions, findViolations } from "./prism";

interface Described {
  headers?: Record<string, { required?: boolean; example?: string }>;
  content?: Record<string, { schema?: object }>;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; example?: string }[];
  responses: Record<string, Described>;
}

/** Every answer that a description knows, with an address at which it could be given. */
const answers = descriptions.flatMap(({ document }) => {
  const { paths } = JSON.parse(readFileSync(document, "utf8")) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { responses }]) =>
      Object.entries(responses).map(([status, described]) => ({
        name: `${method.toUpperCase()} ${path} ${status}`,
        method: method.toUpperCase(),
        target: path.replaceAll(/\{\w+\}/g, "aZ09bY18cX27"),
        status: Number(status),
        described,
      })),
    ),
  );
});
type Case = (typeof answers)[number];

/** What Prism says of this answer. */
async function describeViolations({ method, target }: Case, answer: Answer): Promise<string> {
  return (await findViolations(method, target, answer)).join("\n");
}

/** The headers that the description asks for, with its own examples. */
function listHeaders({ described }: Case): Record<string, string> {
  const required = Object.entries(described.headers ?? {}).filter(([, { required }]) => required);
  return Object.fromEntries(required.map(([name, { example }]) => [name.toLowerCase(), String(example)]));
}

const mediaTypeOf = ({ described }: Case) => Object.keys(described.content ?? {})[0];

/** An answer of the right kind, but for `change`. */
function answerOf(one: Case, change: Partial<Answer> & { mediaType?: string }): Answer {
  const type = change.mediaType ?? mediaTypeOf(one);
  const headers = change.headers ?? listHeaders(one);
  return {
    status: change.status ?? one.status,
    headers: { ...headers, ...(type !== undefined && { "content-type": type }) },
    text: change.text ?? "",
  };
}

describe("responses that differ from their description", () => {
  it.each(answers)(
    "$name: Prism reports another body, media type or status, and a missing header",
    async (one) => {
      const without = await describeViolations(one, answerOf(one, { headers: {}, text: "{}" }));
      expect(without).toMatch(/response\.header: .*required property 'x-request-id'/);
      const undescribed = await describeViolations(one, answerOf(one, { status: 418, text: "{}" }));
      expect(undescribed).toMatch(/Unable to match the returned status code/);
      if (mediaTypeOf(one) === undefined) return;
      const other = await describeViolations(one, answerOf(one, { mediaType: "application/zip" }));
      expect(other).toMatch(/media type "application\/zip" does not match/);
      if (mediaTypeOf(one) !== "application/json") return;
      const list = await describeViolations(one, answerOf(one, { text: '["other"]' }));
      expect(list).toMatch(/response\.body: Response body must be object/);
    },
  );
});

describe("responses with an invalid item", () => {
  it("are reported by the item's wrong or missing property", async () => {
    const one = answers.find(({ name }) => name === "GET /api/v1/api-keys 200")!;
    const text = '{"data":[{"rateLimit":"many"}]}';
    const violations = await describeViolations(one, answerOf(one, { text }));
    expect(violations).toMatch(/response\.body\.data\.0\.rateLimit: .* must be integer/);
    expect(violations).toMatch(/response\.body\.data\.0: .* required property 'preview'/);
  });
});

describe("responses that match their description", () => {
  it("have no violations, nor have undescribed operations", async () => {
    const picture = answers.find(({ name }) => /view\/\{shortCode\} 200$/.test(name))!;
    expect(await describeViolations(picture, answerOf(picture, {}))).toBe("");
    expect(await findViolations("HEAD", picture.target, { status: 418, headers: {}, text: "" })).toEqual([]);
    expect(await findViolations("GET", "/api/v2/codes", { status: 418, headers: {}, text: "" })).toEqual([]);
  });
});
