import { expect, it } from "vitest";
import { callV1, newAccount, newKey, type TestKey } from "../support/accounts";
import { jsonOf, makeWebhook } from "../support/own-webhooks";
import { openQuietzone } from "../support/quietzone";
import { newShortUrl, visit } from "../support/short-urls";

interface Told {
  id: string;
  type: string;
  sandbox: boolean;
  data: { id: string };
}
interface Page {
  data: Told[];
  pagination: { limit: number; nextCursor: string };
}

const read = async ({ apiKey }: TestKey, query: Record<string, string> = {}) =>
  jsonOf<Page>(await callV1(apiKey, "GET", "/events", { query }));

it("the event feed returns changes and scans of a key's codes, after a cursor or from the start", async () => {
  const key = await newKey(await newAccount("pro"));
  const { pagination: start } = await read(key, { after: "now" });
  const code = await newShortUrl(key.apiKey);
  await visit(code.path);
  const { data, pagination } = await read(key, { after: start.nextCursor, limit: "10" });
  expect(data).toMatchObject([
    { type: "qr.created", sandbox: false, data: { id: code.id } },
    { type: "scan.created", sandbox: false, data: { qrCodeId: code.id } },
  ]);
  expect(await read(key, { after: pagination.nextCursor })).toEqual({
    data: [],
    pagination: { limit: 50, nextCursor: pagination.nextCursor },
  });
  // From the oldest on it is the same.
  expect((await read(key)).data).toEqual(data);
});

it("a webhook delivers events with the same ids as the feed", async () => {
  const key = await newKey(await newAccount("pro"));
  const { id } = await makeWebhook(key, { events: ["scan.created", "qr.updated"] });
  const code = await newShortUrl(key.apiKey);
  await visit(code.path);
  await callV1(key.apiKey, "PUT", `/qr-codes/${code.id}`, { body: { note: "At the door" } });
  const { data } = await read(key, { types: "scan.created,qr.updated" });
  expect(data.map(({ type }) => type)).toEqual(["scan.created", "qr.updated"]);
  const sent = async () => {
    const { data } = jsonOf<{ data: { id: string }[] }>(
      await callV1(key.apiKey, "GET", `/webhooks/${id}/deliveries`),
    );
    const bodies = await Promise.all(
      data.map(async (delivery) =>
        jsonOf<{ body: string }>(
          await callV1(key.apiKey, "GET", `/webhooks/${id}/deliveries/${delivery.id}`),
        ),
      ),
    );
    return bodies.map(({ body }) => JSON.parse(body) as Told).reverse();
  };
  await expect.poll(async () => (await sent()).length).toBe(2);
  expect(await sent()).toEqual(data);
});

it("the event feed rejects unknown types, invalid cursors and keys without permission", async () => {
  const account = await newAccount("pro");
  const key = await newKey(account);
  const refusal = async (query: Record<string, string>, { apiKey } = key) => {
    const { status, json } = await callV1(apiKey, "GET", "/events", { query });
    return { status, code: json.code, field: json.details?.[0]?.field };
  };
  expect(await refusal({ types: "qr.created,qr.scanned" })).toEqual({
    ...{ status: 400, code: "validation_failed", field: "types" },
  });
  for (const query of [{ after: "yesterday" }, { limit: "0" }, { limit: "101" }]) {
    const [field] = Object.keys(query);
    expect(await refusal(query)).toEqual({ status: 400, code: "validation_failed", field });
  }
  const deaf = await newKey(account, { permissions: ["webhooks:manage"] });
  expect(await refusal({}, deaf)).toMatchObject({ status: 403, code: "insufficient_permission" });
});

it("the client pages through the event feed to its end", async () => {
  const key = await newKey(await newAccount("pro"));
  for (let nth = 0; nth < 3; nth += 1) await newShortUrl(key.apiKey);
  const quietzone = openQuietzone({ apiKey: key.apiKey });
  const seen: unknown[] = [];
  for await (const { data } of quietzone.followEvents({ after: undefined, limit: 2, stopAtEnd: true }))
    seen.push(...data);
  expect(seen).toEqual((await read(key)).data);
  expect(seen).toHaveLength(3);
});
