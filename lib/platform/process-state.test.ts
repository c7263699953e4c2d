import { MessageChannel } from "node:worker_threads";
import { afterEach, describe, expect, it } from "vitest";
import { answerPageThread, ofMainThread, openCalls, setMainThread } from "./process-state";

const { port1, port2 } = new MessageChannel();
const main = openCalls(port1, answerPageThread);
const pages = openCalls(port2, async (name) => name);
const double = ofMainThread("double", async (value: number) => {
  if (value < 0) throw new RangeError("below zero");
  return { at: new Date(value * 2) };
});

afterEach(() => setMainThread(undefined));

describe("functions of the main thread", () => {
  it("run in place when no main thread is set", async () => {
    expect(await double(2)).toEqual({ at: new Date(4) });
  });

  it("run in the main thread when called from pages, each call with its own result", async () => {
    setMainThread(pages.ask);
    expect(await Promise.all([double(1), double(2)])).toEqual([{ at: new Date(2) }, { at: new Date(4) }]);
    await expect(double(-1)).rejects.toThrow("below zero");
    await expect(pages.ask("unknown", [])).rejects.toThrow("no function unknown");
  });

  it("can call pages too, until the pages' thread ends", async () => {
    expect(await main.ask("metrics", [])).toBe("metrics");
    const last = main.ask("metrics", []);
    main.close(new Error("their thread has ended"));
    await expect(last).rejects.toThrow("has ended");
    await expect(main.ask("metrics", [])).rejects.toThrow("has ended");
    port1.close();
  });
});
