import { beforeAll, describe, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { callV1, newAccount, newKey } from "../support/accounts";
import { plainCode } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";
import { draw, urlOf } from "../support/logos";

let accountId: string;
let apiKey: string;
let foreignKey: string;
beforeAll(async () => {
  const account = await newAccount("pro");
  accountId = account.accountId;
  ({ apiKey } = await newKey(account));
  ({ apiKey: foreignKey } = await newKey(await newAccount("pro")));
});

const create = async (body: object = plainCode) => (await callV1(apiKey, "POST", "/qr-codes", { body })).json;
const get = (id: unknown, key = apiKey) => callV1(key, "GET", `/qr-codes/${id}`);

describe("200: GET /api/v1/qr-codes/{id}", () => {
  it("includes the logo's data, which lists leave out", async () => {
    const dataUrl = urlOf(await draw("webp"), "webp");
    const { id } = await create({ ...plainCode, settings: { size: 512, logo: { enabled: true, dataUrl } } });
    expect((await get(id)).json.settings?.logo).toEqual({ enabled: true, dataUrl, size: 102 });
    const { data } = (await callV1(apiKey, "GET", "/qr-codes")).json as unknown as {
      data: { id: unknown; settings: object }[];
    };
    const listed = data.find((code) => code.id === id);
    expect(listed?.settings).toMatchObject({ logo: { enabled: true, size: 102 } });
    expect(JSON.stringify(data)).not.toContain("dataUrl");
  });

  it("includes the scan count and the time of the last scan", async () => {
    const { id } = await create();
    await sql.query(
      "UPDATE qr_code SET scan_count = 3, last_scanned_at = '2026-01-02T03:04:05.678Z' WHERE id = $1",
      [id],
    );
    expect((await get(id)).json).toMatchObject({
      scanCount: 3,
      lastScanned: "2026-01-02T03:04:05.678Z",
      recentScans: [],
    });
  });
});

describe("404: GET /api/v1/qr-codes/{id}", () => {
  it("A5: returns the same body for foreign, deleted, malformed and unknown ids", async () => {
    const own = String((await create()).id);
    const gone = String((await create()).id);
    await callV1(apiKey, "DELETE", `/qr-codes/${gone}`);
    const answers = await Promise.all([
      get(own, foreignKey),
      ...[
        gone,
        newId(),
        "x",
        "1",
        own.toUpperCase(),
        own.slice(1),
        `${own}0`,
        "null",
        "a'--",
        "%F0%9F%98%80",
      ].map((id) => get(id)),
    ]);
    const [first] = answers;
    const bodies = answers.map((answer) => {
      expectRefusal(answer, 404, "not_found");
      return { ...answer.json, requestId: "" };
    });
    for (const body of bodies) expect(body).toEqual({ ...first?.json, requestId: "" });
  });

  it("A5: applies equally to updates, deletions and images", async () => {
    const own = String((await create()).id);
    for (const [key, id] of [
      [foreignKey, own],
      [apiKey, newId()],
      [apiKey, "x"],
    ] as const) {
      expectRefusal(await callV1(key, "PUT", `/qr-codes/${id}`, { body: { name: "B" } }), 404, "not_found");
      expectRefusal(await callV1(key, "DELETE", `/qr-codes/${id}`), 404, "not_found");
      expectRefusal(await callV1(key, "GET", `/qr-codes/${id}/image`), 404, "not_found");
    }
    expect((await get(own)).json.name).toBe("Menu");
  });

  it("A3: qr:write includes reading, and qr:read rejects writes", async () => {
    const { id } = await create();
    const writer = await newKey({ accountId }, { permissions: ["qr:write"] });
    const reader = await newKey({ accountId }, { permissions: ["qr:read"] });
    expect((await get(id, writer.apiKey)).status).toBe(200);
    const refused = await callV1(reader.apiKey, "PUT", `/qr-codes/${id}`, { body: {} });
    expect(expectRefusal(refused, 403, "insufficient_permission")[0]).toMatchObject({
      requiredPermission: "qr:write",
    });
  });
});
