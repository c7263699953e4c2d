import { afterAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { readLabels } from "@/e2e/support/label-sheets";
import { draw, urlOf } from "@/e2e/support/logos";
import type { Caller } from "@/lib/accounts/schema";
import { deleteCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import type { NewCode } from "@/lib/codes/schema";
import { sheetCatalogue, sheetNames } from "../geometry";
import { measureLabels, printLabels } from "../index";
import type { LabelsOrder } from "../schema";
import { closePrints } from "./pool";

afterAll(closePrints);

const usual: Omit<LabelsOrder, "ids"> = {
  sheet: { kind: "L7160" },
  beside: "name",
  codeMm: null,
  copies: 1,
  startAt: 1,
  outlines: false,
};

async function newCaller(): Promise<Caller> {
  return callerOf(await newAccount("pro"), "pro");
}

async function make(caller: Caller, items: readonly NewCode[]) {
  const made: { id: string; shortUrl: string | null; content: string }[] = [];
  for (let at = 0; at < items.length; at += 100) {
    const { created, errors } = await createCodes(caller, items.slice(at, at + 100));
    expect(errors).toEqual([]);
    made.push(...created);
  }
  return made;
}

/** Everything that an order gives: what it told on the way, and the file. */
async function print(caller: Caller, order: LabelsOrder, signal = new AbortController().signal) {
  const told: object[] = [];
  const printing = printLabels(caller, order, signal);
  for (;;) {
    const step = await printing.next();
    if (step.done === true) return { told, ...step.value };
    told.push(step.value);
  }
}

const names = [
  "Menu, table 4",
  "Kaffee & Kuchen für alle Gäste im großen Saal, ganzjährig geöffnet",
  "Ж",
  "漢字 menu",
];

describe("label sheets", () => {
  it.each(sheetNames)("print each code at its place on the manufacturer's %s template", async (kind) => {
    const caller = await newCaller();
    const logo = { enabled: true, dataUrl: urlOf(await draw("png"), "png") };
    const looks = [
      {},
      { modules: { shape: "rounded" }, color: { dark: "#17472F" } },
      { logo, size: 512 },
      { frame: { style: "circle", size: 20 }, size: 512 },
      { quietZone: 2, modules: { shape: "dots" } },
      { transparent: true },
    ] as const;
    const items = Array.from({ length: 40 }, (_, index) => ({
      name: `${index + 1} ${names[index % names.length]}`,
      type: "url" as const,
      content: `https://example.com/t/${index}`,
      isDynamic: index % 2 === 0,
      settings: looks[index % looks.length],
    })) as NewCode[];
    const made = await make(caller, items);
    const sheet = sheetCatalogue[kind];
    const ids = made.map(({ id }) => id);
    const order: LabelsOrder = {
      ...usual,
      ids,
      sheet: { kind },
      beside: "both",
      startAt: 4,
      outlines: true,
    };
    const { done, bytes, told } = await print(caller, order);
    const read = await readLabels(bytes, sheet);
    const expected = made.map(({ shortUrl, content }) => shortUrl ?? content);
    expect(read.slice(3, 43)).toEqual(expected);
    expect([...read.slice(0, 3), ...read.slice(43)].every((text) => text === null)).toBe(true);
    expect(done).toMatchObject({
      labels: 40,
      codes: 40,
      missing: 0,
      sheets: Math.ceil(43 / (sheet.columns * sheet.rows)),
    });
    expect(done.unprintable.map(({ signs }) => signs)).toEqual(Array(10).fill("漢 字"));
    expect(told[0]).toEqual({ labels: 40, sheets: done.sheets, missing: 0 });
    expect(told.at(-1)).toEqual({ read: 40, of: 40 });
  });

  it("repeat a single code, skip and count missing codes, and exclude other accounts' codes", async () => {
    const caller = await newCaller();
    const [one, other] = await make(caller, [
      { name: "One", type: "text", content: "Hello" },
      { name: "Two", type: "text", content: "Bye" },
    ]);
    const [foreign] = await make(await newCaller(), [
      { name: "Foreign", type: "text", content: "Not yours" },
    ]);
    await deleteCode(caller, other!.id);
    const ids = [one!.id, other!.id, foreign!.id, one!.id, "no-id"];
    const { done, bytes } = await print(caller, { ...usual, ids, copies: 21, beside: "nothing" });
    expect(done).toMatchObject({ labels: 21, codes: 1, sheets: 1, missing: 3 });
    expect(await readLabels(bytes, sheetCatalogue.L7160)).toEqual(Array(21).fill("Hello"));
    const none = { ...usual, ids: [other!.id, foreign!.id] };
    await expect(print(caller, none)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are byte for byte the same for the same order", async () => {
    const caller = await newCaller();
    const [code] = await make(caller, [{ name: "One", type: "text", content: "Hello" }]);
    const order = { ...usual, ids: [code!.id] };
    expect(Buffer.compare((await print(caller, order)).bytes, (await print(caller, order)).bytes)).toBe(0);
  });

  it("are refused if a code would be too small, with its name and the width it needs", async () => {
    const caller = await newCaller();
    const [, dense] = await make(caller, [
      { name: "Short", type: "text", content: "Hi" },
      { name: "Long", type: "text", content: "x".repeat(900) },
    ]);
    const order = { ...usual, ids: [dense!.id], sheet: { kind: "5160" } as const };
    const fault = await print(caller, order).catch((thrown) => thrown);
    expect(fault).toMatchObject({
      code: "not_scannable",
      details: [{ field: "codeMm", message: expect.stringContaining("“Long” must be at least") }],
    });
    const measures = await measureLabels(caller, [dense!.id], new AbortController().signal);
    expect(measures.finest?.name).toBe("Long");
    expect(fault.details[0].min).toBe(Math.ceil(0.25 / (measures.finest?.share ?? 0)));
  });

  it.each([
    [{ startAt: 22 }, "startAt"],
    [{ codeMm: 36 }, "codeMm"],
    [{ codeMm: Number.NaN }, "codeMm"],
    [{ copies: 2_001 }, "copies"],
  ])("are refused for %j, with an error at %s", async (change, field) => {
    const caller = await newCaller();
    const [code] = await make(caller, [{ name: "One", type: "text", content: "Hello" }]);
    await expect(print(caller, { ...usual, ids: [code!.id], ...change })).rejects.toMatchObject({
      code: "validation_failed",
      details: [expect.objectContaining({ field })],
    });
  });

  it("require the Pro plan, and allow one order per account at a time", async () => {
    const caller = await newCaller();
    const [code] = await make(caller, [{ name: "One", type: "text", content: "Hello" }]);
    const order = { ...usual, ids: [code!.id] };
    await expect(print({ ...caller, plan: "starter" }, order)).rejects.toMatchObject({
      code: "plan_required",
    });
    const first = printLabels(caller, order, new AbortController().signal);
    await first.next();
    await expect(print(caller, order)).rejects.toMatchObject({ code: "rate_limited" });
    await first.return(undefined as never);
    await print(caller, order);
  });

  it("stop in the middle of a sheet when the client aborts", async () => {
    const caller = await newCaller();
    const [code] = await make(caller, [{ name: "One", type: "text", content: "Hello" }]);
    const going = new AbortController();
    const printing = printLabels(caller, { ...usual, ids: [code!.id], copies: 2_000 }, going.signal);
    for (let step = await printing.next(); !("read" in (step.value as object)); )
      step = await printing.next();
    const before = performance.now();
    going.abort();
    await expect(printing.next()).rejects.toMatchObject({ name: "AbortError" });
    expect(performance.now() - before).toBeLessThan(20_000);
    // The place and the thread are free again.
    await print(caller, { ...usual, ids: [code!.id] });
  });
});
