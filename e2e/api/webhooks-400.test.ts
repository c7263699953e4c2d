import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventKinds } from "@/lib/webhooks/schema";
import { callV1 } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import { goodWebhook, makeWebhook, newTriedWebhook, type TriedWebhook } from "../support/own-webhooks";

let tried: TriedWebhook;
let before: unknown;
beforeAll(async () => {
  tried = await newTriedWebhook();
});
beforeEach(async () => {
  before = await tried.stored();
});

describe("validation of a webhook's members", () => {
  const wrong: [member: string, values: unknown[]][] = [
    ["name", ["", "x".repeat(101), 5, [], {}, null, true, "a\u0000b", "a\nb", "\ud800"]],
    ["url", [5, [], {}, null, true]],
    ["events", [[], "scan.created", {}, null, Array(5).fill("scan.created")]],
    ["events", [["scan.created", "scan.created"]]],
  ];

  it.each(wrong.flatMap(([member, values]) => values.map((value) => ({ member, value }))))(
    "400: $member = $value",
    async ({ member, value }) => {
      for (const answer of await tried.sendBoth({ [member]: value })) {
        expectRefusal(answer, 400, "validation_failed", [member]);
      }
      expect(await tried.stored()).toEqual(before);
    },
  );

  it.each([
    [{ filter: "menus" }, ["filter"]],
    [{ filter: { tags: Array(21).fill("x") } }, ["filter.tags"]],
    [{ filter: { tags: ["a,b"] } }, ["filter.tags.0"]],
    [{ filter: { qrCodeIds: Array(101).fill("x") } }, ["filter.qrCodeIds"]],
    [{ filter: { qrCodeIds: ["00000000-0000-7000-8000-000000000000"] } }, ["filter.qrCodeIds.0"]],
    [{ headers: null }, ["headers"]],
    [{ headers: { a: "1", b: "2", c: "3", d: "4", e: "5", f: "6" } }, ["headers"]],
    [{ headers: { Host: "x", "X-A": "\r\n" } }, ["headers.Host", "headers.X-A"]],
    [{ headers: { Host: "x", "webhook-id": "x", "X-A": "x" } }, ["headers.Host", "headers.webhook-id"]],
    [{ headers: { "X-A": "••••••••" } }, ["headers.X-A"]],
    [JSON.parse('{"headers":{"__proto__":"x"}}'), ["headers.__proto__"]],
  ])("400: %j", async (members, fields) => {
    for (const answer of await tried.sendBoth(members)) {
      expectRefusal(answer, 400, "validation_failed", fields);
    }
    expect(await tried.stored()).toEqual(before);
  });

  it("400: names an unknown event type by its index and lists the allowed ones", async () => {
    for (const answer of await tried.sendBoth({ events: ["scan.created", "scan.deleted"] })) {
      const [detail] = expectRefusal(answer, 400, "validation_failed", ["events.1"]);
      expect(detail?.allowed).toEqual(eventKinds);
    }
  });

  it.each(["false", 0, null, {}])("400: isActive = %j", async (isActive) => {
    const answer = await callV1(tried.key.apiKey, "PUT", `/webhooks/${tried.id}`, { body: { isActive } });
    expectRefusal(answer, 400, "validation_failed", ["isActive"]);
    expect(await tried.stored()).toEqual(before);
  });

  it.each(["name", "url", "events"])("400: requires %s for a new webhook", async (member) => {
    const body = { ...goodWebhook, [member]: undefined };
    const [detail] = expectRefusal(
      await callV1(tried.key.apiKey, "POST", "/webhooks", { body }),
      400,
      "validation_failed",
      [member],
    );
    expect(detail?.code).toBe("required");
  });

  it("400: reports every problem at once, including those of the address", async () => {
    for (const [url, code] of [
      ["http://hooks.example.test/", "not_https"],
      ["https://10.0.0.1/", "not_public"],
    ]) {
      for (const answer of await tried.sendBoth({ name: "", url, events: [] })) {
        const details = expectRefusal(answer, 400, "validation_failed", ["events", "name", "url"]);
        expect(details.find(({ field }) => field === "url")?.code).toBe(code);
      }
    }
    expect(await tried.stored()).toEqual(before);
  });

  it("400 comes before 404, except for names that need a DNS lookup", async () => {
    const nowhere = "00000000-0000-7000-8000-000000000000";
    const change = (body: object) => callV1(tried.key.apiKey, "PUT", `/webhooks/${nowhere}`, { body });
    expectRefusal(await change({ url: "http://hooks.example.test/" }), 400, "validation_failed", ["url"]);
    expectRefusal(await change({ url: "https://10.0.0.1/" }), 400, "webhook_url_not_public", ["url"]);
    expectRefusal(await change({ url: "https://nothing.invalid/" }), 404, "not_found");
  });
});

describe("requests for a webhook's deliveries", () => {
  it.each([
    ["page=0", "page"],
    ["limit=101", "limit"],
    ["page=1.5", "page"],
    ["status=done", "status"],
    ["status=", "status"],
    ["eventType=qr.scanned", "eventType"],
    ["status=failed&status=pending", "status"],
  ])("400: %s", async (query, field) => {
    const answer = await callV1(tried.key.apiKey, "GET", `/webhooks/${tried.id}/deliveries?${query}`);
    expectRefusal(answer, 400, "validation_failed", [field]);
  });

  it.each([{ type: "qr.scanned" }, { type: null }, { type: ["scan.created"] }])(
    "400: a test with %j",
    async (body) => {
      const answer = await callV1(tried.key.apiKey, "POST", `/webhooks/${tried.id}/test`, { body });
      expectRefusal(answer, 400, "validation_failed", ["type"]);
    },
  );

  it("400: a test or retry of a paused webhook is refused as paused", async () => {
    const { id: paused } = await makeWebhook(tried.key);
    const { json } = await callV1(tried.key.apiKey, "POST", `/webhooks/${paused}/test`);
    await callV1(tried.key.apiKey, "PUT", `/webhooks/${paused}`, { body: { isActive: false } });
    for (const path of ["test", `deliveries/${json.id}/retry`]) {
      const answer = await callV1(tried.key.apiKey, "POST", `/webhooks/${paused}/${path}`);
      const [detail] = expectRefusal(answer, 400, "validation_failed", ["isActive"]);
      expect(detail?.code).toBe("paused");
    }
  });
});
