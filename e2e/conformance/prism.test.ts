import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ExactAnswer, listen, replyExactly, sendExactly } from "./exact-http";
import { descriptions } from "./setup";
import { startValidatingProxy, type ValidatingProxy, violationsHeader } from "./validating-proxy";

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

let proxy: ValidatingProxy;
let service: Awaited<ReturnType<typeof listen>>;
let next: ExactAnswer;

beforeAll(async () => {
  service = await listen(async (_, response) => replyExactly(response, next));
  proxy = await startValidatingProxy(service.origin, descriptions);
});
afterAll(async () => {
  await proxy.stop();
  await service.close();
});

/** What Prism says of this answer; undefined for nothing. */
async function findViolations({ method, target }: Case, answer: ExactAnswer): Promise<string | undefined> {
  next = answer;
  const { host } = new URL(proxy.origin);
  const headers = ["Host", host, "Content-Length", "0"];
  const passed = await sendExactly(proxy.origin, {
    method,
    target,
    rawHeaders: headers,
    body: Buffer.alloc(0),
  });
  expect([passed.status, passed.body.toString()]).toEqual([answer.status, answer.body.toString()]);
  const at = passed.rawHeaders.indexOf(violationsHeader);
  return at < 0 ? undefined : decodeURIComponent(passed.rawHeaders[at + 1]!);
}

/** The headers that the description asks for, with its own examples. */
function listHeaders({ described }: Case): string[] {
  return Object.entries(described.headers ?? {}).flatMap(([name, { required, example }]) =>
    required ? [name, String(example)] : [],
  );
}

const mediaTypeOf = ({ described }: Case) => Object.keys(described.content ?? {})[0];

/** An answer of the right kind, but for `change`. */
function answerOf(one: Case, change: { headers?: string[]; mediaType?: string; body?: string }): ExactAnswer {
  const type = change.mediaType ?? mediaTypeOf(one);
  const body = Buffer.from(type === undefined ? "" : (change.body ?? ""));
  const headers = change.headers ?? listHeaders(one);
  const length = one.status === 204 || one.status === 304 ? [] : ["Content-Length", String(body.length)];
  return {
    status: one.status,
    rawHeaders: [...headers, ...(type === undefined ? [] : ["Content-Type", type]), ...length],
    body,
  };
}

describe("Prism in front of a service that departs from its description", () => {
  it.each(answers)(
    "$name: sees another body, media type or status, and a header that is missing",
    async (one) => {
      const without = await findViolations(one, answerOf(one, { headers: [], body: "{}" }));
      expect(without).toMatch(/response\.header: .*required property 'x-request-id'/);
      const undescribed = await findViolations(one, answerOf({ ...one, status: 418 }, { body: "{}" }));
      expect(undescribed).toMatch(/Unable to match the returned status code/);
      if (mediaTypeOf(one) === undefined) return;
      const plain = await findViolations(one, answerOf(one, { mediaType: "text/plain", body: "x" }));
      expect(plain).toMatch(/media type "text\/plain" does not match/);
      if (mediaTypeOf(one) !== "application/json") return;
      const list = await findViolations(one, answerOf(one, { body: '["other"]' }));
      expect(list).toMatch(/response\.body: Response body must be object/);
    },
  );
});

describe("Prism in front of a service whose answer is wrong within", () => {
  it("sees what a list's item has of another kind", async () => {
    const one = answers.find(({ name }) => name === "GET /api/v1/api-keys 200")!;
    const violations = await findViolations(one, answerOf(one, { body: '{"data":[{"rateLimit":"many"}]}' }));
    expect(violations).toMatch(/response\.body\.data\.0\.rateLimit: .* must be integer/);
    expect(violations).toMatch(/response\.body\.data\.0: .* required property 'preview'/);
  });
});

describe("Prism in front of a service that keeps to its description", () => {
  it("passes bytes on that it would write otherwise, and has nothing to say", async () => {
    const one = answers.find(({ name }) => /view\/\{shortCode\} 200$/.test(name))!;
    const answer = { ...answerOf(one, {}), body: Buffer.from([0x89, 0x50, 0, 0xff, 0xfe]) };
    answer.rawHeaders.splice(answer.rawHeaders.indexOf("Content-Length"), 2, "Content-Length", "5");
    next = answer;
    const { method, target } = one;
    const passed = await sendExactly(proxy.origin, {
      method,
      target,
      rawHeaders: ["Host", "x"],
      body: Buffer.alloc(0),
    });
    expect(passed.body).toEqual(answer.body);
    expect(passed.rawHeaders).not.toContain(violationsHeader);
    expect(proxy.countJudged()).toBeGreaterThan(answers.length);
  });
});
