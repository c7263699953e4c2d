import { expect, it } from "vitest";
import { Quietzone, QuietzoneConnectionError, QuietzoneError } from "../src/index";
import { follow, pauseAfter } from "./follow";

const busy = (retryAfterSeconds?: number) =>
  new QuietzoneError("Busy", { status: 503, code: "unavailable", retryAfterSeconds });

/** A client of a service that answers with these, in turn. */
function openWith(...answers: { status?: number; body: object }[]) {
  const fetch = async () => {
    const { status = 200, body } = answers.shift() ?? { body: {} };
    return new Response(JSON.stringify(body), { status });
  };
  return new Quietzone({ baseUrl: "http://localhost", apiKey: "qr_test_x", fetch });
}

it("the command waits as long as the service asks, from a second to a minute", () => {
  const waits = [undefined, 0, 7, 61, 2_147_484, 1e300].map((seconds) => pauseAfter(busy(seconds)));
  expect(waits).toEqual([1_000, 1_000, 7_000, 60_000, 60_000, 60_000]);
  expect(pauseAfter(new QuietzoneConnectionError("No answer"))).toBe(1_000);
});

it("following the feed gives a page whose cursor moved, also without events", async () => {
  const page = (nextCursor: string) => ({ body: { data: [], pagination: { limit: 50, nextCursor } } });
  const pages = openWith(page("a"), page("a"), page("b")).followEvents({ intervalMs: 0 });
  expect((await pages.next()).value?.nextCursor).toBe("a");
  expect((await pages.next()).value?.nextCursor).toBe("b");
});

it("an expired cursor is an error with the option that starts again", async () => {
  const gone = { status: 410, body: { error: "after is older", code: "gone", hint: "Leave out after" } };
  const pages = follow(openWith(gone), { after: "x" }, "Add --from now to start again.");
  await expect(pages.next()).rejects.toMatchObject({
    status: 410,
    code: "gone",
    message: "after is older",
    hint: "Add --from now to start again.",
  });
});
