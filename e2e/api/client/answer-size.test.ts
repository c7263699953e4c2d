import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { QuietzoneError } from "@/clients/typescript/src/index";
import { openQuietzone, refusalOf } from "../../support/quietzone";

const mebibyte = Buffer.alloc(2 ** 20, 0x20);
let size = 0;
let requests = 0;
let closed: Promise<unknown>;

/** Answers with as many mebibytes as the test says, as long as somebody reads. */
const server = createServer(async (_, response) => {
  requests += 1;
  closed = once(response, "close");
  for (let sent = 0; sent < size && !response.destroyed; sent += 1) {
    if (!response.write(mebibyte)) await Promise.race([once(response, "drain"), closed]);
  }
  response.end();
});
beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
afterAll(() => server.close());
beforeEach(() => {
  requests = 0;
});
const open = () => openQuietzone({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

it("the client reads a response of 64 MiB", async () => {
  size = 64;
  expect((await open().codes.getImage("x")).bytes.length).toBe(64 * 2 ** 20);
});

it("the client aborts a larger response with an error and does not retry", async () => {
  size = 400;
  const refusal = await refusalOf(open().codes.getImage("x"));
  expect(refusal).toBeInstanceOf(QuietzoneError);
  expect(refusal).toMatchObject({
    status: 200,
    code: "unexpected_answer",
    hint: expect.stringContaining("baseUrl"),
  });
  expect(refusal.message).toContain("larger than 64 MiB");
  await closed;
  expect(requests).toBe(1);
});
