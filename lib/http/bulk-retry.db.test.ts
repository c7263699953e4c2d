import { afterEach, beforeEach, expect, it } from "vitest";
import { newAccount, newKey, type TestKey } from "@/e2e/support/accounts";
import { readCodeCounts } from "@/e2e/support/codes";
import { closePictures, renderPicture } from "@/lib/pictures";
import type { ApiRequest } from "./exchange";
import { answerApi } from "./index";

let accountId: string;
let key: TestKey;
beforeEach(async () => {
  const account = await newAccount("pro");
  ({ accountId } = account);
  key = await newKey(account);
});
afterEach(closePictures);

const plain = (name: string) => ({ name, type: "text", content: name });
const coloured = (name: string) => ({ ...plain(name), settings: { color: { dark: "#0F172A" } } });

async function create(qrCodes: unknown[], idempotencyKey: string) {
  const bytes = Buffer.from(JSON.stringify({ qrCodes }));
  const request: ApiRequest = {
    method: "POST",
    path: "/api/v1/qr-codes/bulk",
    query: new URLSearchParams(),
    headers: {
      authorization: `Bearer ${key.apiKey}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    clientAddress: "192.0.2.1",
    requestId: "req_test",
    readBody: async () => bytes,
  };
  const { status, headers, body } = await answerApi(request);
  return { status, headers, json: JSON.parse(String(body)) };
}

/** Takes every place that the account has to wait for a thread; resolves when they are free again. */
function clog(): Promise<unknown> {
  const slow = {
    owner: accountId,
    payload: "a".repeat(300),
    settings: { size: 1024 },
    format: "png",
    grade: true,
  } as const;
  return Promise.allSettled(Array.from({ length: 60 }, () => renderPicture(slow)));
}

const names = (codes: { name: string }[]) => codes.map(({ name }) => name);

it("Q12: stores the items that could be drawn, and a retry with the same key creates only the missing ones", async () => {
  const items = [coloured("0"), plain("1"), { name: "2" }, coloured("3"), plain("4")];
  const isFree = clog();
  const busy = await create(items, "retry-1");
  expect(busy.status).toBe(201);
  expect(names(busy.json.created)).toEqual(["1", "4"]);
  const codesOf = (errors: { index: number; code: string }[]) =>
    errors.map(({ index, code }) => [index, code]);
  expect(codesOf(busy.json.errors)).toEqual([
    [0, "unavailable"],
    [2, "validation_failed"],
    [3, "unavailable"],
  ]);
  expect((await readCodeCounts(accountId)).codes).toBe(2);
  await isFree;
  expect((await create([plain("other")], "retry-1")).json.code).toBe("idempotency_key_reused");

  const whole = await create(items, "retry-1");
  expect([whole.status, whole.headers["Idempotent-Replayed"]]).toEqual([201, undefined]);
  expect(names(whole.json.created)).toEqual(["0", "1", "3", "4"]);
  expect(codesOf(whole.json.errors)).toEqual([[2, "validation_failed"]]);
  expect([whole.json.created[1], whole.json.created[3]]).toEqual(busy.json.created);
  expect(await readCodeCounts(accountId)).toMatchObject({ codes: 4, counted: 4 });

  const again = await create(items, "retry-1");
  expect([again.headers["Idempotent-Replayed"], again.json]).toEqual(["true", whole.json]);
  expect((await readCodeCounts(accountId)).codes).toBe(4);
});

it("answers 503 if no item could be drawn, and a retry with the same key creates all valid ones", async () => {
  const items = [coloured("0"), { name: "1" }, coloured("2")];
  const isFree = clog();
  const busy = await create(items, "retry-2");
  expect([busy.status, busy.json.code]).toEqual([503, "unavailable"]);
  expect(busy.headers["Retry-After"]).toMatch(/^\d+$/);
  await isFree;
  const whole = await create(items, "retry-2");
  expect([whole.status, names(whole.json.created)]).toEqual([201, ["0", "2"]]);
  expect((await readCodeCounts(accountId)).codes).toBe(2);
});

it("keeps stored items when a retry finds the threads busy again", async () => {
  const items = [coloured("0"), plain("1")];
  const first = clog();
  expect(names((await create(items, "retry-3")).json.created)).toEqual(["1"]);
  await first;
  const second = clog();
  expect((await create(items, "retry-3")).json.code).toBe("unavailable");
  await second;
  expect(names((await create(items, "retry-3")).json.created)).toEqual(["0", "1"]);
  expect((await readCodeCounts(accountId)).codes).toBe(2);
});
