import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode, readCodeCounts, readCodeRows } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { copyCode, createCode, getCode, previewCode } from "./";
import { createCodes } from "./bulk";
import type { NewCode } from "./schema";

let caller: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

const on = (plan: Caller["plan"]): Caller => ({ ...caller, plan });

describe("createCode", () => {
  it("stores settings as they were sent, without empty ones", async () => {
    const settings = {
      size: null,
      color: { dark: "#0f172a", light: null },
      frame: { style: "square", color: "nonsense" },
      logo: { enabled: false, size: 16 },
      eyes: { shape: null },
    } as NewCode["settings"];
    const { id } = await createCode(caller, { ...plainCode, settings });
    const [row] = await readCodeRows(caller.accountId);
    expect(row).toEqual({
      id,
      account_id: caller.accountId,
      environment: "production",
      name: "Menu",
      type: "url",
      content: "https://example.com/menu",
      target: "https://example.com/menu",
      settings: { color: { dark: "#0f172a" } },
      is_dynamic: false,
      short_code: null,
      slug: null,
      domain_id: null,
      rules: null,
      least_module: 2,
      search_name: "menu",
      search_content: "https://example.com/menu",
      tags: [],
      note: null,
      is_archived: false,
      public_image: false,
      ends_at: null,
      suspended_at: null,
      suspended_reason: null,
      purge_after: null,
      scan_count: 0,
      last_scanned_at: null,
      created_at: expect.any(Date),
      updated_at: row?.created_at,
    });
  });

  it("stores the canonical redirect target beside the content as it was sent", async () => {
    const content = "HTTPS://Example.COM:443/a/../b?q=ü";
    const made = await createCode(caller, { ...plainCode, content, isDynamic: true });
    expect(made.content).toBe(content);
    const [row] = await readCodeRows(caller.accountId);
    expect(row).toMatchObject({ content, target: "https://example.com/b?q=%C3%BC", is_dynamic: true });
    expect(row?.short_code).toMatch(/^[0-9A-Za-z]{8}$/);
    expect(made.shortUrl).toBe(`http://localhost:3000/r/${row?.short_code}`);
  });

  it("Q1: rolls back the code and its place in the quota if beforeCommit throws", async () => {
    const undone = createCode(caller, plainCode, async (tx, code) => {
      const { rowCount } = await tx.query("SELECT 1 FROM qr_code WHERE id = $1", [code.id]);
      expect(rowCount).toBe(1);
      throw new Error("lost the lease");
    });
    await expect(undone).rejects.toThrow("lost the lease");
    expect(await readCodeCounts(caller.accountId)).toEqual({
      codes: 0,
      dynamic: 0,
      counted: 0,
      countedDynamic: 0,
    });
  });

  it("neither stores nor counts an invalid code", async () => {
    await expect(createCode(caller, { ...plainCode, content: "nonsense" })).rejects.toMatchObject({
      code: "invalid_url",
    });
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 0, counted: 0 });
  });

  it("picks another short code when the first is taken, and draws that one", async () => {
    await occupyShortCodes(caller.accountId, 2);
    const made = await createCode(caller, { ...plainCode, isDynamic: true });
    const [row] = await readCodeRows(caller.accountId);
    expect(made.shortUrl).toContain(row?.short_code);
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 1, counted: 1, countedDynamic: 1 });
  });

  it("fails after three taken short codes and stores nothing", async () => {
    // Each is tried together with others, then by itself.
    await occupyShortCodes(caller.accountId, 6);
    await expect(createCode(caller, { ...plainCode, isDynamic: true })).rejects.toMatchObject({
      code: "23505",
    });
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 0, counted: 0 });
  });

  it("picks other short codes in a bulk call", async () => {
    await occupyShortCodes(caller.accountId, 1);
    const dynamic = { ...plainCode, isDynamic: true };
    const { summary } = await createCodes(caller, [dynamic, plainCode, dynamic]);
    expect(summary).toEqual({ total: 3, successful: 3, failed: 0 });
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 3, counted: 3, countedDynamic: 2 });
  });
});

/** The database refuses the next inserts of an account as if their short codes were taken. */
async function occupyShortCodes(accountId: string, times: number): Promise<void> {
  const name = `taken_${accountId.replaceAll("-", "")}`;
  await sql.query(`CREATE SEQUENCE ${name}`);
  await sql.query(`CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('${name}') <= ${times} THEN
        RAISE unique_violation USING CONSTRAINT = 'qr_code_short_code_key';
      END IF;
      RETURN NEW;
    END $$`);
  await sql.query(
    `CREATE TRIGGER ${name} BEFORE INSERT ON qr_code FOR EACH ROW WHEN (NEW.account_id = '${accountId}') EXECUTE FUNCTION ${name}()`,
  );
}

describe("frames by plan", () => {
  const framed: NewCode = {
    ...plainCode,
    settings: { frame: { style: "rounded", color: "#0F766E", size: 8 } },
  };

  it("keeps them on Pro", async () => {
    const made = await createCode(caller, framed);
    expect(made.settings.frame).toEqual({ style: "rounded", color: "#0F766E", size: 8 });
    expect(made.warnings).toBeUndefined();
  });

  it.each(["free", "starter", "developer"] as const)("leaves them out with a warning on %s", async (plan) => {
    const made = await createCode(on(plan), framed);
    expect(made.settings.frame).toEqual({ style: "square" });
    expect(made.warnings).toEqual([
      {
        code: "frame_requires_pro",
        field: "settings.frame",
        message: "Frames are part of Pro. The code is stored without the one that was sent.",
      },
    ]);
    expect((await readCodeRows(caller.accountId))[0]?.settings).toEqual({});
  });

  it("never warns about a square frame", async () => {
    for (const frame of [{ style: "square" }, { style: null, size: 5 }, null, {}] as const) {
      const made = await createCode(on("developer"), {
        ...plainCode,
        settings: { frame } as NewCode["settings"],
      });
      expect(made.warnings).toBeUndefined();
    }
  });

  it("checks a frame against the size only if it is kept", async () => {
    const settings = { size: 80, frame: { style: "circle" as const, size: 100 } };
    await expect(createCode(caller, { ...plainCode, settings })).rejects.toMatchObject({
      details: [{ field: "settings.frame.size", max: 20 }],
    });
    expect((await createCode(on("developer"), { ...plainCode, settings })).settings.size).toBe(80);
  });
});

describe("dynamic codes", () => {
  const dynamic = (content: string, type: NewCode["type"] = "url") =>
    createCode(caller, { name: "A", type, content, isDynamic: true });

  it("encode their short URL, so any content fits up to 4,096 characters", async () => {
    const content = "é".repeat(4_096);
    expect((await dynamic(content, "text")).content).toBe(content);
    await expect(createCode(caller, { name: "A", type: "text", content })).rejects.toMatchObject({
      code: "content_too_long",
    });
    await expect(dynamic(`${content}x`, "text")).rejects.toMatchObject({ code: "content_too_long" });
  });

  it.each([
    "https://user@example.com/",
    "https://user:secret@example.com/",
    "https://:secret@example.com/",
    "http://localhost:3000/r/aZ09bY18",
    "http://127.0.0.1:3000/r/aZ09bY18",
    "http://[::1]:3000/r/x",
    "http://LOCALHOST.:3000/r/x",
    "http://a.localhost:3000/r/x",
    "http://0.0.0.0:3000/r/x",
    "http://0:3000/r/x",
    "http://0x7f.1:3000/r/x",
    "http://127.9.9.9:3000/r/x",
    "http://[::]:3000/r/x",
    "http://[::ffff:127.0.0.1]:3000/r/x",
    "http://[0:0:0:0:0:ffff:0.0.0.0]:3000/r/x",
    "https://localhost:3000/a/../r/x?y#z",
    "http://localhost:3000/%72/x",
    "http://localhost:3000//r/x",
  ])("W16: refuse %s as a target, although a static code may contain it", async (content) => {
    await expect(dynamic(content)).rejects.toMatchObject({
      code: "invalid_url",
      details: [{ field: "content", code: "not_allowed" }],
    });
    expect((await createCode(caller, { name: "A", type: "url", content })).content).toBe(content);
  });

  it.each([
    "https://reddit.com/r/coffee",
    "http://localhost:3001/r/x",
    "http://localhost/r/x",
    "http://notlocalhost:3000/r/x",
    "http://localhost.example:3000/r/x",
    "http://10.0.0.1:3000/r/x",
    "http://[::2]:3000/r/x",
    "http://localhost:3000/menu",
    "http://localhost:3000/re/x",
    "https://example.com/?next=http://localhost:3000/r/x",
  ])("accept %s as a target", async (content) => {
    expect((await dynamic(content)).isDynamic).toBe(true);
  });

  it("warn while BASE_URL is not set", async () => {
    const { warnings } = await dynamic("https://example.com/");
    expect(warnings).toEqual([
      {
        code: "local_base_url",
        field: "isDynamic",
        message: expect.stringContaining("http://localhost:3000"),
      },
    ]);
    expect((await createCode(caller, plainCode)).warnings).toBeUndefined();
  });
});

describe("previewCode", () => {
  const now = new Date("2026-01-02T03:04:05.678Z");

  it("answers as createCode would, stores nothing and reports the effect on the quota", async () => {
    await createCode(caller, { ...plainCode, isDynamic: true });
    const preview = await previewCode(
      caller,
      { ...plainCode, isDynamic: true, settings: { size: 300 } },
      now,
    );
    expect(preview).toMatchObject({
      name: "Menu",
      settings: { size: 300 },
      createdAt: now.toISOString(),
      dryRun: true,
      quota: {
        codes: { limit: 500, used: 1, after: 2 },
        dynamicCodes: { limit: null, used: 1, after: 2 },
      },
    });
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 1, counted: 1 });
    await expect(getCode(caller, preview.id)).rejects.toMatchObject({ code: "not_found" });
    const real = await createCode(caller, { ...plainCode, settings: { size: 300 } });
    const {
      dryRun: _,
      quota: _quota,
      ...other
    } = await previewCode(caller, { ...plainCode, settings: { size: 300 } });
    const unique = { id: "", createdAt: "", updatedAt: "" };
    expect({ ...other, ...unique }).toEqual({ ...real, ...unique });
  });

  it("refuses what createCode would refuse", async () => {
    const free = on("free");
    await createCode(free, { ...plainCode, isDynamic: true });
    await expect(previewCode(free, { ...plainCode, isDynamic: true })).rejects.toMatchObject({
      code: "quota_exceeded",
      details: [{ field: "isDynamic", limit: 1, used: 1 }],
    });
    expect((await previewCode(free, plainCode)).quota?.dynamicCodes).toEqual({ limit: 1, used: 1, after: 1 });
    await expect(previewCode(free, { ...plainCode, content: "x" })).rejects.toMatchObject({
      code: "invalid_url",
    });
  });
});

it("copyCode keeps tags and the public image, and creates a new image URL", async () => {
  const original = await createCode(caller, { ...plainCode, tags: ["menus"], publicImage: true });
  const copy = await copyCode(caller, original.id);
  expect(copy).toMatchObject({ tags: ["menus"], publicImage: true });
  expect(copy.imageUrl).toMatch(new RegExp(`/i/${copy.id}\\.png$`));
  const plain = await createCode(caller, plainCode);
  expect(await copyCode(caller, plain.id)).toMatchObject({ publicImage: false, imageUrl: null });
});

describe("sandbox codes", () => {
  it("are separate from production codes", async () => {
    const sandbox: Caller = { ...caller, environment: "sandbox" };
    const made = await createCode(sandbox, { ...plainCode, isDynamic: true });
    expect(await getCode(sandbox, made.id)).toMatchObject({ id: made.id });
    await expect(getCode(caller, made.id)).rejects.toMatchObject({ code: "not_found" });
    const own = await createCode(caller, plainCode);
    await expect(getCode(sandbox, own.id)).rejects.toMatchObject({ code: "not_found" });
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 1, counted: 1, countedDynamic: 0 });
    expect(await readCodeCounts(caller.accountId, "sandbox")).toMatchObject({ codes: 1, counted: 1 });
    expect((await previewCode(sandbox, plainCode)).quota).toEqual({
      codes: { limit: 100, used: 1, after: 2 },
      dynamicCodes: { limit: null, used: 1, after: 1 },
    });
  });
});
