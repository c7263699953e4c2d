import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { closePictures } from "@/lib/pictures";
import { sql } from "@/lib/platform/db";
import { createCode, getCode, renderCode, updateCode } from "./";

const content = "https://example.com/menu";
const modules = 25 + 8;
const coloured = { size: 400, color: { dark: "#0F766E" } };

let caller: Caller;
beforeAll(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});
afterAll(closePictures);

const make = (settings: object) => createCode(caller, { name: "Menu", type: "text", content, settings });
const keep = (id: string, leastModule: number | null) =>
  sql.query("UPDATE qr_code SET least_module = $2 WHERE id = $1", [id, leastModule]);
const kept = async (id: string): Promise<number | null> => {
  const { rows } = await sql.query<{ least: number | null }>(
    "SELECT least_module AS least FROM qr_code WHERE id = $1",
    [id],
  );
  return rows[0]?.least ?? null;
};

describe("minSize", () => {
  it.each([{}, coloured])("is returned when a code is created, read and changed: %j", async (settings) => {
    const made = await make(settings);
    expect(made.minSize).toBe(2 * modules);
    expect((await getCode(caller, made.id)).minSize).toBe(2 * modules);
    const changed = await updateCode(caller, made.id, { settings: { quietZone: 10 } });
    expect(changed.minSize).toBe(2 * (25 + 20));
    expect((await getCode(caller, made.id)).minSize).toBe(2 * (25 + 20));
  });

  it("is measured and stored for a code from an older release", async () => {
    const { id } = await make(coloured);
    await keep(id, null);
    expect((await getCode(caller, id)).minSize).toBe(2 * modules);
    expect(await kept(id)).toBe(2);
    await keep(id, null);
    await renderCode(caller, id, { format: "png", size: 300 });
    expect(await kept(id)).toBe(2);
  });

  it("is the size of the code if nothing can be measured", async () => {
    const { id } = await make({ size: 300 });
    await keep(id, null);
    await sql.query("UPDATE qr_code SET type = 'url', content = 'javascript:alert(1)' WHERE id = $1", [id]);
    expect((await getCode(caller, id)).minSize).toBe(300);
    expect(await kept(id)).toBe(null);
  });

  it("applies to PNG only: a smaller PNG is refused, but not a smaller SVG or PDF", async () => {
    const { id } = await make(coloured);
    await keep(id, 3);
    const min = 3 * modules;
    expect((await getCode(caller, id)).minSize).toBe(min);
    await expect(renderCode(caller, id, { format: "png", size: min - 1 })).rejects.toMatchObject({
      code: "size_too_small",
      details: [{ field: "size", code: "size_too_small", min }],
    });
    for (const request of [
      { format: "png", size: min },
      { format: "svg", size: 64 },
      { format: "pdf", size: 64 },
    ] as const) {
      expect(await renderCode(caller, id, request)).toMatchObject({ notModified: false });
    }
  });

  it("is measured again when the style changes", async () => {
    const { id } = await make(coloured);
    await keep(id, 5);
    await updateCode(caller, id, { settings: { color: { dark: "#111111" } } });
    expect(await kept(id)).toBe(2);
  });
});
