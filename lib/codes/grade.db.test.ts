import { describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { renderPicture } from "@/lib/pictures";
import { sql } from "@/lib/platform/db";
import { createCode, gradeCode, updateCode } from "./";

describe("the grade of a stored code", () => {
  it("is computed from its current image", async () => {
    const caller = callerOf(await newAccount("pro"), "pro");
    const { id } = await createCode(caller, { ...plainCode, isDynamic: true });
    const plain = await gradeCode(caller, id);
    expect(plain).toMatchObject({ verdict: "scans_anywhere" });
    expect(await gradeCode(caller, id)).toBe(plain);
    await updateCode(caller, id, { settings: { color: { dark: "#777777" }, quietZone: 2 } });
    expect((await gradeCode(caller, id))?.score).toBeLessThan(plain?.score ?? 0);
  });

  it("is null if the image can no longer be drawn", async () => {
    const caller = callerOf(await newAccount("pro"), "pro");
    const { id } = await createCode(caller, plainCode);
    await sql.query("UPDATE qr_code SET content = 'javascript:alert(1)' WHERE id = $1", [id]);
    expect(await gradeCode(caller, id)).toBeNull();
  });

  it("A5: is not found for another account", async () => {
    const { id } = await createCode(callerOf(await newAccount("pro"), "pro"), plainCode);
    const other = callerOf(await newAccount("pro"), "pro");
    await expect(gradeCode(other, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("is cached even if it is null, so that a broken image is drawn once", async () => {
    const caller = callerOf(await newAccount("pro"), "pro");
    const { id } = await createCode(caller, plainCode);
    const settings = { color: { dark: "#000000", light: "#777777" }, eyes: { color: "#ffffff" } };
    await sql.query("UPDATE qr_code SET settings = $2 WHERE id = $1", [id, settings]);
    expect(await gradeCode(caller, id)).toBeNull();
    const other = { payload: "https://example.com/other", format: "png", grade: true } as const;
    const draw = () => renderPicture({ owner: caller.accountId, settings, ...other });
    const flood = Array.from({ length: 64 }, () => draw().catch(({ code }) => code));
    expect(await gradeCode(caller, id)).toBeNull();
    expect(await Promise.all(flood)).toContain("unavailable");
  });
});
