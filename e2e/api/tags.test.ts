import { beforeEach, describe, expect, it } from "vitest";
import { callV1, newAccount, newKey } from "../support/accounts";
import { plainCode } from "../support/codes";
import { newShortUrl, visit } from "../support/short-urls";

let apiKey: string;

beforeEach(async () => {
  ({ apiKey } = await newKey(await newAccount("pro")));
});

const call = (method: string, path: string, body?: unknown) =>
  callV1(apiKey, method, path, body === undefined ? {} : { body });
const create = async (more: object) => (await call("POST", "/qr-codes", { ...plainCode, ...more })).json;

describe("tags of codes", () => {
  it("are set, listed, renamed and removed", async () => {
    const { id } = await create({ tags: ["Caf\u00e9", "menus"], note: "Door", archived: true });
    expect((await call("GET", `/qr-codes/${id}`)).json).toMatchObject({
      tags: ["caf\u00e9", "menus"],
      note: "Door",
      archived: true,
      state: "active",
    });
    expect((await call("GET", "/tags")).json).toEqual({
      data: [
        { name: "caf\u00e9", codes: 1, scanCount: 0 },
        { name: "menus", codes: 1, scanCount: 0 },
      ],
    });
    const renamed = await call("PATCH", "/tags/CAF%C3%89", { name: "Bar" });
    expect(renamed).toMatchObject({ status: 200, json: { name: "bar", codes: 1, scanCount: 0 } });
    expect((await call("DELETE", "/tags/bar")).status).toBe(204);
    expect((await call("DELETE", "/tags/bar")).status).toBe(404);
    expect((await call("GET", `/qr-codes/${id}`)).json.tags).toEqual(["menus"]);
  });

  it.each(["50% off", "a;b", "a\\b", "%2e%2e", "#1 & more?"])(
    "with the name %s can be renamed and deleted",
    async (tag) => {
      const path = (name: string) => `/tags/${encodeURIComponent(name)}`;
      expect((await call("POST", "/qr-codes", { ...plainCode, tags: [tag] })).status).toBe(201);
      const renamed = await call("PATCH", path(tag), { name: `${tag} again` });
      expect([renamed.status, renamed.json.name]).toEqual([200, `${tag} again`]);
      expect((await call("DELETE", path(tag))).status).toBe(404);
      expect((await call("DELETE", path(`${tag} again`))).status).toBe(204);
    },
  );

  it("archived ones resolve, count their scans and stay in the quota", async () => {
    const countCodes = async () => (await call("GET", "/account")).json.usage;
    const before = await countCodes();
    const { id, path } = await newShortUrl(apiKey, { archived: true });
    expect(await countCodes()).not.toEqual(before);
    expect((await visit(path)).status).toBe(302);
    await expect.poll(async () => (await call("GET", `/qr-codes/${id}`)).json.scanCount).toBe(1);
  });

  it("filter the list, together with state, archive and time", async () => {
    await create({ name: "1", tags: ["a"] });
    const two = await create({ name: "2", tags: ["a", "b"], archived: true });
    const names = async (query: string) =>
      ((await call("GET", `/qr-codes?order=asc&${query}`)).json.data as unknown as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names("tags=a,b")).toEqual(["1"]);
    expect(await names("tags=A,b&tagMode=all&archived=any")).toEqual(["2"]);
    expect(await names("archived=true&state=active")).toEqual(["2"]);
    expect(await names(`archived=any&updatedSince=${two.updatedAt}`)).toEqual([]);
  });

  it.each([
    [{ tags: ["a,b"] }],
    [{ tags: ["a/b"] }],
    [{ tags: [" "] }],
    [{ tags: ["."] }],
    [{ tags: [".."] }],
    [{ tags: ["x".repeat(41)] }],
    [{ tags: Array.from({ length: 11 }, (_, at) => `t${at}`) }],
    [{ tags: "a" }],
    [{ tags: null }],
    [{ note: "x".repeat(2_001) }],
    [{ archived: "yes" }],
  ])("reject %j", async (more) => {
    const { status, json } = await call("POST", "/qr-codes", { ...plainCode, ...more });
    expect([status, json.code]).toEqual([400, "validation_failed"]);
  });

  it.each([
    "state=on",
    "archived=1",
    "tagMode=some",
    "updatedSince=yesterday",
    "tags=a%2Fb",
    "cursor=x",
    "updatedSince=0000-13-01T00:00:00Z",
    "cursor=x&page=1",
  ])("reject the query %s", async (query) => {
    expect((await call("GET", `/qr-codes?${query}`)).status).toBe(400);
  });

  it("need qr:read to list and qr:write to change", async () => {
    const account = await newAccount("developer");
    const reader = (await newKey(account, { permissions: ["qr:read"] })).apiKey;
    const other = (await newKey(account, { permissions: ["analytics:read"] })).apiKey;
    expect((await callV1(reader, "GET", "/tags")).status).toBe(200);
    expect((await callV1(reader, "PATCH", "/tags/a", { body: { name: "b" } })).status).toBe(403);
    expect((await callV1(reader, "DELETE", "/tags/a")).status).toBe(403);
    expect((await callV1(other, "GET", "/tags")).status).toBe(403);
  });
});
