import { beforeAll, describe, expect, it } from "vitest";
import { loadReader } from "@/e2e/support/qr-reader";
import { encodeMatrix, resolveStyle } from "@/lib/qr";
import type { Settings } from "@/lib/qr/schema";
import { sheetCatalogue } from "../geometry";
import { drawSheets } from "./draw-sheets";
import { proveSheets } from "./prove-sheets";
import { type LabelCode, type LabelTask, styleForPrint } from "./task";

beforeAll(loadReader);

function code(payload: string, settings: Settings = {}): LabelCode {
  const matrix = encodeMatrix(payload, { level: "M" });
  const style = styleForPrint(resolveStyle(settings, matrix).style, matrix);
  return { name: payload, shortUrl: null, payload, matrix, style, logo: null };
}

const taskOf = (codes: LabelCode[], change: Partial<LabelTask> = {}): LabelTask => ({
  codes,
  logos: [],
  sheet: sheetCatalogue.L7160,
  beside: "name",
  codeMm: null,
  copies: 1,
  startAt: 1,
  outlines: true,
  title: "Labels",
  ...change,
});

const prove = async (drawn: LabelTask, expected: LabelTask) => {
  const read: number[] = [];
  const { bytes } = await drawSheets(drawn, []);
  return { ...(await proveSheets(bytes, expected, (count) => read.push(count))), read };
};

const codes = Array.from({ length: 25 }, (_, index) => code(`https://example.com/t/${index}`));

describe("proveSheets", () => {
  it("reads every label of a valid file in order", async () => {
    const { labels, unread, read } = await prove(taskOf(codes), taskOf(codes));
    expect({ labels, unread }).toEqual({ labels: 25, unread: [] });
    expect(read).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  it("names a label that has the wrong code", async () => {
    const swapped = codes.with(22, code("https://example.com/other"));
    const { unread } = await prove(taskOf(swapped), taskOf(codes));
    expect(unread).toEqual([{ label: 23, sheet: 2, name: "https://example.com/t/22" }]);
  });

  it("reports labels that are too pale, covered or out of place", async () => {
    const pale = code("pale", { color: { dark: "#BBBBBB", light: "#FFFFFF" } });
    const ghost = {
      ...pale,
      style: {
        ...pale.style,
        color: { dark: "#FBFBFB", light: "#FFFFFF" },
        eyes: { ...pale.style.eyes, color: "#FBFBFB" },
      },
    };
    expect((await prove(taskOf([ghost]), taskOf([ghost]))).unread).toHaveLength(1);
    const broken = code("broken");
    const modules = broken.matrix.modules.map((module, at) => (at % 3 === 0 ? 1 - module : module));
    const covered = { ...broken, matrix: { ...broken.matrix, modules } };
    expect((await prove(taskOf([covered]), taskOf([covered]))).unread).toHaveLength(1);
    const shifted = taskOf([code("here")], { startAt: 2 });
    expect((await prove(shifted, { ...shifted, startAt: 1 })).unread).toHaveLength(1);
  });

  it("reads each copy, not only the first", async () => {
    const [one] = codes as [LabelCode];
    const drawn = taskOf([one, one, code("https://example.com/other")]);
    const { unread } = await prove(drawn, taskOf([one], { copies: 3 }));
    expect(unread.map(({ label }) => label)).toEqual([3]);
  });

  it("rejects files that are invalid, truncated or have other pages", async () => {
    const task = taskOf(codes);
    const { bytes } = await drawSheets(task, []);
    const nobody = () => {};
    await expect(proveSheets(new Uint8Array([1, 2, 3]), task, nobody)).rejects.toThrow();
    await expect(proveSheets(bytes.subarray(0, 2_000), task, nobody)).rejects.toThrow();
    await expect(proveSheets(bytes, taskOf(codes.slice(0, 5)), nobody)).rejects.toThrow("2 pages and not 1");
    await expect(
      proveSheets(bytes, { ...task, sheet: { ...task.sheet, paper: { width: 215.9, height: 297 } } }, nobody),
    ).rejects.toThrow("measures");
  });
});
