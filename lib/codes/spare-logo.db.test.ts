import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode, readCodeRows } from "@/e2e/support/codes";
import { draw, urlOf } from "@/e2e/support/logos";
import type { Caller } from "@/lib/accounts/schema";
import { createCode, getCode, updateCode } from "./";
import { createCodes } from "./bulk";

let caller: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

describe("a disabled logo", () => {
  const withLogo = (logo: object) => ({ ...plainCode, settings: { size: 100, logo } });

  it.each([
    [{ enabled: false, size: 5 }, "validation_failed"],
    [{ size: 31 }, "validation_failed"],
    [{ enabled: false, dataUrl: "zz" }, "invalid_logo"],
    [{ enabled: null, dataUrl: "data:image/png;base64,AAAA" }, "invalid_logo"],
  ])("is validated: %o", async (logo, code) => {
    const { errors } = await createCodes(caller, [withLogo(logo)]);
    expect(errors[0]?.code).toBe(code);
    const { id } = await createCode(caller, plainCode);
    const change = updateCode(caller, id, { settings: { size: 100, logo } as never });
    await expect(change).rejects.toMatchObject({ code });
  });

  it("is not stored, and disabling a logo skips checks of the previous one", async () => {
    const { id } = await createCode(caller, withLogo({ enabled: false, size: 20 }));
    expect((await getCode(caller, id)).settings).not.toHaveProperty("logo");
    const logo = { enabled: true, dataUrl: urlOf(await draw("png", 40, 40), "png"), size: 120 };
    await updateCode(caller, id, { settings: { size: 600, logo } });
    await updateCode(caller, id, { settings: { size: 100, logo: { enabled: false } } });
    const row = (await readCodeRows(caller.accountId)).find((one) => one.id === id);
    expect(row?.settings).toEqual({ size: 100 });
  });
});
