import type pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode, readCodeRows } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { redirectSql, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createCode, getCode, updateAnsweredCode, updateCode } from "./";
import type { DrawnCode, NewCode } from "./schema";

let caller: Caller;
let made: DrawnCode;
const settings: NewCode["settings"] = {
  size: 512,
  color: { dark: "#0F172A", light: "#FFFFFF" },
  frame: { style: "rounded", color: "#0F766E", size: 24 },
};
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  made = await createCode(caller, { ...plainCode, settings });
});

const change = (value: Parameters<typeof updateCode>[2]) => updateCode(caller, made.id, value);
const storedSettings = async () => (await readCodeRows(caller.accountId))[0]?.settings;

describe("a PUT with a fetched code", () => {
  const dark = (color: string) => ({ color: { dark: color } });

  it("does not pin defaults: derived values follow later changes", async () => {
    const { id } = await createCode(caller, { ...plainCode, isDynamic: true, settings: dark("#00f") });
    const { settings } = await getCode(caller, id);
    const changed = { ...settings, color: { ...settings.color, dark: "#0a0" } };
    const first = await updateAnsweredCode(caller, id, { settings: changed });
    expect([first.settings.color.dark, first.settings.eyes.color]).toEqual(["#0a0", "#0a0"]);
    const second = await updateAnsweredCode(caller, id, { settings: dark("#a00") });
    expect(second.settings.eyes.color).toBe("#a00");
    const row = (await readCodeRows(caller.accountId)).find((one) => one.id === id);
    expect(row?.settings).toEqual(dark("#a00"));
  });

  it("keeps values that differ from the default or were set before", async () => {
    const eyes = { eyes: { color: "#00f" } };
    const { id } = await createCode(caller, { ...plainCode, settings: { ...dark("#00f"), ...eyes } });
    const { settings } = await getCode(caller, id);
    const changed = { ...settings, color: { ...settings.color, dark: "#0a0" }, quietZone: 6 };
    const answer = await updateAnsweredCode(caller, id, { settings: changed });
    expect([answer.settings.eyes.color, answer.settings.quietZone]).toEqual(["#00f", 6]);
  });

  it("validates the change first, then answers not_found for an unknown code", async () => {
    const refused = (change: object) => expect(updateAnsweredCode(caller, newId(), change)).rejects;
    await refused({}).toMatchObject({ code: "not_found" });
    await refused({ settings: { size: 5 } }).toMatchObject({ code: "validation_failed" });
  });
});

describe("merging a settings change", () => {
  it.each<[string, unknown, object]>([
    ["an empty object changes nothing", {}, settings],
    ["null changes nothing", null, settings],
    ["one member replaces that member", { size: 300 }, { ...settings, size: 300 }],
    [
      "a nested member replaces only that one",
      { color: { dark: "#111111" } },
      { ...settings, color: { dark: "#111111", light: "#FFFFFF" } },
    ],
    ["null removes a member", { size: null }, { color: settings.color, frame: settings.frame }],
    [
      "null removes only a nested member",
      { color: { dark: null } },
      { ...settings, color: { light: "#FFFFFF" } },
    ],
    [
      "removing the last nested member removes the member",
      { color: { dark: null, light: null } },
      { size: 512, frame: settings.frame },
    ],
    [
      "a frame's size alone keeps its style",
      { frame: { size: 10 } },
      { ...settings, frame: { style: "rounded", color: "#0F766E", size: 10 } },
    ],
    ["null removes the frame", { frame: null }, { size: 512, color: settings.color }],
    ["style square removes the frame", { frame: { style: "square" } }, { size: 512, color: settings.color }],
    ["unknown members are dropped", { colour: 5, color: { middle: 5 }, __proto__: { a: 1 } }, settings],
  ])("%s", async (_, sent, left) => {
    await change({ settings: sent });
    expect(await storedSettings()).toEqual(left);
  });
});

describe("updateCode", () => {
  it("changes only the given fields and updatedAt", async () => {
    const [before] = await readCodeRows(caller.accountId);
    const changed = await change({ name: "Other" });
    const [after] = await readCodeRows(caller.accountId);
    expect(after).toEqual({
      ...before,
      name: "Other",
      search_name: "other",
      updated_at: new Date(changed.updatedAt),
    });
    expect(changed.updatedAt > made.updatedAt).toBe(true);
  });

  it("leaves updatedAt for an empty change and for a fetched code sent back", async () => {
    const got = await getCode(caller, made.id);
    for (const same of [
      {},
      { name: made.name },
      { settings: { size: 512 } },
      { settings: null },
      { ...got },
      { ...made },
    ]) {
      expect((await change(same as never)).updatedAt).toBe(made.updatedAt);
    }
    expect((await getCode(caller, made.id)).updatedAt).toBe(made.updatedAt);
  });

  it("pins a default value that is sent, without changing updatedAt", async () => {
    const plain = await createCode(caller, { name: "A", type: "text", content: "short" });
    expect(plain.settings.size).toBe(256);
    const pinned = await updateCode(caller, plain.id, { settings: { size: 256 } });
    expect(pinned.updatedAt).toBe(plain.updatedAt);
    await expect(updateCode(caller, plain.id, { content: "x".repeat(1_200) })).rejects.toMatchObject({
      code: "size_too_small",
    });
  });

  it("validates members against those already stored", async () => {
    await expect(change({ settings: { size: 80 } })).rejects.toMatchObject({
      details: [{ field: "settings.frame.size", max: 20 }],
    });
    await expect(change({ settings: { color: { light: "#101828" } } })).rejects.toMatchObject({
      code: "contrast_too_low",
    });
    expect(await storedSettings()).toEqual(settings);
  });

  it("A6: accepts type and isDynamic unchanged, and reports changed ones with all other faults", async () => {
    await change({ type: "url", isDynamic: false });
    await expect(change({ type: "text" })).rejects.toMatchObject({
      code: "immutable_field",
      details: [{ field: "type", code: "immutable_field" }],
    });
    const all = {
      type: "text",
      isDynamic: true,
      content: "x",
      settings: { size: 5, frame: { style: "wavy" } },
    } as const;
    const fault = await change(all).catch((error) => error);
    expect(fault.code).toBe("validation_failed");
    expect(fault.details.map(({ field }: { field: string }) => field).sort()).toEqual([
      "content",
      "isDynamic",
      "settings.frame.style",
      "settings.size",
      "type",
    ]);
  });

  it("warns of new content for a static code; for a dynamic one, changes the target but not the image", async () => {
    const content = "https://example.com/other";
    expect((await change({ content })).warnings).toEqual([
      { code: "static_image_changed", field: "content", message: expect.stringContaining("doesn't change") },
    ]);
    expect((await change({ content })).warnings).toBeUndefined();
    const dynamic = await createCode(caller, { ...plainCode, isDynamic: true });
    const changed = await updateCode(caller, dynamic.id, { content });
    expect(changed.warnings).toBeUndefined();
    expect([changed.shortUrl, changed.qrImage]).toEqual([dynamic.shortUrl, dynamic.qrImage]);
    expect((await readCodeRows(caller.accountId))[1]).toMatchObject({ content, target: content });
    await expect(
      updateCode(caller, dynamic.id, { content: "https://user@example.com/" }),
    ).rejects.toMatchObject({ code: "invalid_url" });
  });

  it("keeps the frame on a plan without frames, and warns of a new one", async () => {
    caller = { ...caller, plan: "developer" };
    const renamed = await change({ name: "B" });
    expect([renamed.settings.frame, renamed.warnings]).toEqual([settings.frame, undefined]);
    const { id: _, ...asAnswered } = await getCode(caller, made.id);
    expect((await change({ ...asAnswered, name: "Sent back" })).warnings).toBeUndefined();
    expect((await change({ settings: { color: { dark: "#222222" } } })).warnings).toBeUndefined();
    const framed = await change({ settings: { frame: { style: "circle" } } });
    expect(framed.settings.frame).toEqual(settings.frame);
    expect(framed.warnings).toMatchObject([{ code: "frame_requires_pro", field: "settings.frame" }]);
    const bare = await change({ settings: { frame: null } });
    expect([bare.settings.frame, bare.warnings]).toEqual([{ style: "square" }, undefined]);
    const still = await change({ settings: { frame: { style: "circle" } } });
    expect([still.settings.frame, still.warnings?.length]).toEqual([{ style: "square" }, 1]);
  });

  it("A5: answers not_found for codes of another account or environment and for unknown ids", async () => {
    const foreign = callerOf(await newAccount("pro"), "pro");
    const sandbox: Caller = { ...caller, environment: "sandbox" };
    for (const [who, id] of [
      [foreign, made.id],
      [sandbox, made.id],
      [caller, newId()],
      [caller, made.id.toUpperCase()],
      [caller, "x"],
    ] as const) {
      const refused = updateCode(who, id, { name: "B" });
      await expect(refused).rejects.toMatchObject({ code: "not_found", message: "There is no such code" });
    }
    await expect(updateCode(foreign, made.id, { settings: { size: 5 } })).rejects.toMatchObject({
      code: "validation_failed",
    });
    expect((await getCode(caller, made.id)).name).toBe("Menu");
  });
});

describe("concurrent changes", () => {
  it("are all merged", async () => {
    await Promise.all([
      change({ name: "New" }),
      change({ content: "https://example.com/new" }),
      change({ settings: { size: 640 } }),
      change({ settings: { color: { dark: "#111111" } } }),
      change({ settings: { frame: { size: 12 } } }),
      ...Array.from({ length: 20 }, (_, index) => change({ settings: { quietZone: 4 + (index % 3) } })),
    ]);
    expect(await getCode(caller, made.id)).toMatchObject({
      name: "New",
      content: "https://example.com/new",
      settings: { size: 640, color: { dark: "#111111" }, frame: { style: "rounded", size: 12 } },
    });
  });

  it("are merged again when another process changes the code first", async () => {
    const overtaken = await overtake(1, () => change({ settings: { size: 640 } }));
    expect(overtaken).toMatchObject({ name: "Overtaken 1", settings: { size: 640 } });
    expect(await getCode(caller, made.id)).toMatchObject({ name: "Overtaken 1", settings: { size: 640 } });
  });

  it("are refused after four conflicts, with nothing changed", async () => {
    await expect(overtake(4, () => change({ settings: { size: 640 } }))).rejects.toMatchObject({
      code: "unavailable",
      retryAfterSeconds: 1,
    });
    expect(await getCode(caller, made.id)).toMatchObject({ name: "Overtaken 4", settings: { size: 512 } });
  });

  it("answer not_found if the code is deleted meanwhile", async () => {
    const gone = overtakeBy(`DELETE FROM qr_code WHERE id = '${made.id}'`, 1, () => change({ name: "B" }));
    await expect(gone).rejects.toMatchObject({ code: "not_found" });
  });
});

/** Lets another connection rename the code between what is read and what is written, so many times. */
function overtake<T>(times: number, work: () => Promise<T>): Promise<T> {
  let turn = 0;
  return overtakeBy(
    () => `UPDATE qr_code SET name = 'Overtaken ${++turn}' WHERE id = '${made.id}'`,
    times,
    work,
  );
}

async function overtakeBy<T>(
  text: string | (() => string),
  times: number,
  work: () => Promise<T>,
): Promise<T> {
  const connect = sql.connect.bind(sql) as (...given: unknown[]) => Promise<pg.PoolClient>;
  const clients = new Set<pg.PoolClient>();
  let left = times;
  sql.connect = (async (...given: unknown[]) => {
    // A query of the pool itself takes its client by a callback.
    if (given.length > 0) return connect(...given);
    const client = await connect();
    if (clients.has(client)) return client;
    const query = client.query.bind(client) as (...given: unknown[]) => Promise<unknown>;
    clients.add(client);
    client.query = (async (...given: unknown[]) => {
      if ((given[0] as { name?: string }).name === "update_code" && left-- > 0) {
        await redirectSql.query(typeof text === "string" ? text : text());
      }
      return query(...given);
    }) as unknown as typeof client.query;
    return client;
  }) as unknown as typeof sql.connect;
  try {
    return await work();
  } finally {
    sql.connect = connect as unknown as typeof sql.connect;
    for (const client of clients) Reflect.deleteProperty(client, "query");
  }
}
