import { expect, it } from "vitest";
import type { Endpoint } from "./endpoint";
import { Router } from "./router";

/** The id that a router hands to the endpoint of `/api/things/{id}`; the status where it finds none. */
async function find(path: string): Promise<unknown> {
  let found: unknown;
  const endpoint = {
    contract: { path: "/api/things/{id}", method: "GET" },
    answer: async (_: unknown, { id }: { id: string }) => {
      found = id;
      return { status: 200, headers: {}, body: null };
    },
  } as unknown as Endpoint;
  const { status } = await new Router([endpoint]).answer({
    method: "GET",
    path,
    requestId: "req_1",
  } as never);
  return found ?? status;
}

it.each([
  ["/api/things/a-b", "a-b"],
  ["/api/things/a%2Db%5f%7E%41%39", "a-b_~A9"],
  ["/api/things/%C3%A9%20", "%C3%A9%20"],
  ["/api/things/%252D", "%252D"],
])("reads the id of %s as %s, decoding only unreserved characters", async (path, id) => {
  expect(await find(path)).toBe(id);
});

it.each(["/api%2Fthings/a", "/api/thing%73/a", "/%61pi/things/a"])(
  "A7: returns 404 for another spelling of a path: %s",
  async (path) => {
    expect(await find(path)).toBe(404);
  },
);
