import { beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { plainCode, readCodeCounts, readCodeRows } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";
import { draw, urlOf } from "../support/logos";
import { type Answer, imageOf, readCode, sizeOf } from "../support/public-api";

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

let account: TestAccount;
let apiKey: string;
beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
});

const post = (body: unknown, key = apiKey): Promise<Answer> => callV1(key, "POST", "/qr-codes", { body });
const codesOf = ({ json }: Answer) =>
  ((json.warnings ?? []) as unknown as { code: string }[]).map(({ code }) => code);

describe("201: POST /api/v1/qr-codes", () => {
  it("returns the stored code with its picture and its Location, which GET serves", async () => {
    const settings = { size: 300, color: { dark: "#0F172A" }, frame: { style: "dashed", size: 10 } };
    const body = { ...plainCode, settings };
    const { status, headers, json, ...answer } = await post(body);
    expect(status, answer.text).toBe(201);
    expect(json).toEqual({
      ...plainCode,
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      shortUrl: null,
      slug: null,
      domain: null,
      isDynamic: false,
      state: "active",
      tags: [],
      note: null,
      archived: false,
      publicImage: false,
      imageUrl: null,
      settings: {
        size: 300,
        color: { dark: "#0F172A", light: "#FFFFFF" },
        frame: { style: "dashed", color: "#0F172A", size: 10 },
        modules: { shape: "square" },
        eyes: { shape: "square", color: "#0F172A" },
        transparent: false,
        errorCorrectionLevel: "M",
        quietZone: 4,
      },
      minSize: 66,
      qrImage: expect.stringMatching(/^data:image\/png;base64,/),
      createdAt: expect.stringMatching(timestamp),
      updatedAt: json.createdAt,
    });
    expect(headers.get("location")).toBe(`${inject("baseUrl")}/api/v1/qr-codes/${json.id}`);
    expect(headers.get("cache-control")).toBe("no-store");
    const png = imageOf({ json } as Answer);
    expect(sizeOf(png)).toEqual([320, 320]);
    expect(await readCode(png)).toBe(plainCode.content);
    const got = await callV1(apiKey, "GET", `/qr-codes/${json.id}`);
    const { qrImage: _, ...stored } = json;
    expect(got.json).toEqual({ ...stored, aliases: [], scanCount: 0, lastScanned: null, recentScans: [] });
  });

  it.each<[string, string, string | RegExp]>([
    ["url", "https://example.com/ü?q=1", "https://example.com/ü?q=1"],
    ["text", "two\nlines\tand ünïcode 😀", "two\nlines\tand ünïcode 😀"],
    ["wifi", '{"ssid":"Gu;ests","password":"quiet-zone-4"}', "WIFI:T:WPA;S:Gu\\;ests;P:quiet-zone-4;;"],
    ["wifi", "WIFI:T:nopass;S:open;;", "WIFI:T:nopass;S:open;;"],
    [
      "contact",
      '{"firstName":"Ada","lastName":"Lovelace"}',
      /^BEGIN:VCARD\r\nVERSION:3\.0\r\nN:Lovelace;Ada/,
    ],
    ["vcard", '{"organization":"Quiet","phones":[{"type":"work","number":"+44 20"}]}', /TEL;TYPE=WORK:/i],
    ["email", '{"to":"ada@example.com","subject":"Hi there"}', "mailto:ada@example.com?subject=Hi%20there"],
    ["email", "ada@example.com", "mailto:ada@example.com"],
    ["sms", '{"phoneNumber":"+1 (555) 0100","message":"Hi"}', "SMSTO:+15550100:Hi"],
    ["sms", "+15550100", /^SMSTO:\+15550100/],
  ])("type %s: returns %j unchanged, with a picture that decodes", async (type, content, payload) => {
    const answer = await post({ name: "A", type, content });
    expect([answer.status, answer.json?.content], answer.text).toEqual([201, content]);
    const read = await readCode(imageOf(answer));
    if (typeof payload === "string") expect(read).toBe(payload);
    else expect(read).toMatch(payload);
  });

  it("encodes the short URL of a dynamic code, whatever its type and content length", async () => {
    const answer = await post({ name: "A", type: "text", content: "é".repeat(4_096), isDynamic: true });
    expect(answer.status, answer.text.slice(0, 300)).toBe(201);
    expect(answer.json.shortUrl).toMatch(/^http:\/\/localhost:\d+\/r\/[0-9A-Za-z]{8}$/);
    expect(await readCode(imageOf(answer))).toBe(answer.json.shortUrl);
    expect(codesOf(answer)).toEqual(["local_base_url"]);
  });

  it("I6: creates a picture that decodes for every accepted size, colour, frame, shape and logo", async () => {
    const logo = { enabled: true, dataUrl: urlOf(await draw("png"), "png") };
    const looks: object[] = [
      { size: 66 },
      { size: 4096 },
      { size: 4096, frame: { style: "circle", size: 100 } },
      { frame: { style: "rounded" } },
      { frame: { style: "dashed", size: 1, color: "#f00" } },
      { color: { dark: "#abc", light: "#000" } },
      { color: { dark: "#949494", light: "#fff" } },
      { logo },
      { size: 1024, logo: { ...logo, size: 307 } },
      { logo, frame: { style: "circle", size: 64 } },
      { modules: { shape: "dots" }, eyes: { shape: "circle", color: "#B91C1C" } },
      { transparent: true, quietZone: 2 },
      { errorCorrectionLevel: "L" },
    ];
    for (const settings of looks) {
      const answer = await post({ ...plainCode, settings });
      expect(answer.status, `${JSON.stringify(settings).slice(0, 80)} ${answer.text.slice(0, 300)}`).toBe(
        201,
      );
      expect(await readCode(imageOf(answer)), JSON.stringify(settings).slice(0, 80)).toBe(plainCode.content);
    }
    const light = await post({ ...plainCode, settings: { color: { dark: "#ddd", light: "#000" } } });
    expect(codesOf(light)).toEqual(["inverted_colors"]);
    expect(codesOf(await post({ ...plainCode, settings: { color: { dark: "#aaa" } } }))).toEqual([
      "low_contrast",
    ]);
  });

  it("A6: ignores read-only members and never stores them", async () => {
    const other = await newAccount("pro");
    const smuggled = {
      id: "00000000-0000-7000-8000-000000000000",
      accountId: other.accountId,
      account_id: other.accountId,
      environment: "sandbox",
      plan: "free",
      isActive: false,
      scanCount: 5,
      scan_count: 5,
      lastScanned: "2020-01-01T00:00:00.000Z",
      shortUrl: "https://evil.example/",
      shortCode: "evil0000",
      target: "https://evil.example/",
      qrImage: "data:,x",
      createdAt: "2020-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z",
      constructor: { prototype: { isDynamic: true } },
      prototype: { isDynamic: true },
    };
    const accountRow = async () =>
      (
        await sql.query("SELECT to_jsonb(a) - 'code_count' AS row FROM account a WHERE id = $1", [
          account.accountId,
        ])
      ).rows[0].row;
    const [rowBefore, others] = [await accountRow(), await readCodeCounts(other.accountId)];
    const plain = await post(plainCode);
    // JSON.stringify would take __proto__ for the prototype.
    const text = `${JSON.stringify({ ...plainCode, ...smuggled, settings: { size: 256, id: 5 } }).slice(0, -1)},"__proto__":{"isDynamic":true,"settings":{"size":99}}}`;
    const answer = await post(text);
    expect(answer.status, answer.text).toBe(201);
    const rows = (await readCodeRows(account.accountId)).slice(-2);
    const free = { id: "", created_at: "", updated_at: "" };
    expect({ ...rows[1], ...free }).toEqual({ ...rows[0], ...free, settings: { size: 256 } });
    expect(rows[1]?.id).toBe(answer.json.id);
    expect(Object.keys(answer.json).sort()).toEqual(Object.keys(plain.json).sort());
    expect(await accountRow()).toEqual(rowBefore);
    expect(await readCodeCounts(other.accountId)).toEqual(others);
    expect(({} as { isDynamic?: boolean }).isDynamic).toBeUndefined();
  });

  it("I8: stores SQL in name and content as plain text", async () => {
    const evil = `'); DROP TABLE qr_code; -- $1 \${x} {{x}} \\' " %s`;
    const answer = await post({ name: evil, type: "text", content: evil });
    expect([answer.status, answer.json?.name, answer.json?.content]).toEqual([201, evil, evil]);
    expect(await readCode(imageOf(answer))).toBe(evil);
    const [row] = (await readCodeRows(account.accountId)).slice(-1);
    expect([row?.name, row?.content]).toEqual([evil, evil]);
  });
});

describe("403: POST /api/v1/qr-codes", () => {
  it("Q1: fills the last 10 places with 50 concurrent creates, and refuses the key once its plan has no API", async () => {
    const owner = await newAccount("pro");
    const key = await newKey(owner);
    await sql.query("UPDATE account SET code_count = 490 WHERE id = $1", [owner.accountId]);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(plainCode, key.apiKey)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    for (const refused of answers.filter(({ status }) => status !== 201)) {
      expectRefusal(refused, 403, "quota_exceeded", ["codes"]);
    }
    await sql.query("UPDATE account SET plan = 'free' WHERE id = $1", [owner.accountId]);
    expectRefusal(await post(plainCode, key.apiKey), 403, "plan_required");
  });

  it("leaves out a frame on Developer, with a warning", async () => {
    const developer = await newKey(await newAccount("developer"));
    const answer = await post({ ...plainCode, settings: { frame: { style: "circle" } } }, developer.apiKey);
    expect([answer.status, codesOf(answer)]).toEqual([201, ["frame_requires_pro"]]);
    expect(answer.json.settings?.frame).toEqual({ style: "square" });
    expect(sizeOf(imageOf(answer))).toEqual([256, 256]);
  });
});
