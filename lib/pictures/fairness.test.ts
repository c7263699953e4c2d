import { availableParallelism } from "node:os";
import { afterEach, expect, it } from "vitest";
import { draw, urlOf } from "@/e2e/support/logos";
import { closePictures, renderPicture } from "./index";

const threads = Math.max(1, availableParallelism() - 1);

afterEach(closePictures);

it("I5: limits how far a flood of large images delays others, and refuses only the flooder", async () => {
  const logo = { enabled: true as const, dataUrl: urlOf(await draw("png", 400, 400), "png") };
  const ended: string[] = [];
  const ask = (owner: string, size: number) =>
    renderPicture({
      owner,
      payload: "https://example.com/menu",
      settings: { size, logo },
      format: "png",
      grade: false,
    }).then(
      () => void ended.push(`${owner} drawn`),
      (error) => void ended.push(`${owner} ${error.code}`),
    );
  await ask("warm", 512);
  const flood = Array.from({ length: 90 }, () => ask("flood", 2048));
  await Promise.all([ask("other", 512), ask("public", 512)]);
  const before = ended.slice(1).filter((end) => end === "flood drawn");
  expect(before.length).toBeLessThanOrEqual(2 * threads + 1);
  expect(ended).toContain("other drawn");
  expect(ended).toContain("public drawn");
  await Promise.all(flood);
  const count = (end: string) => ended.filter((one) => one === end).length;
  expect(count("flood unavailable")).toBeGreaterThanOrEqual(90 - 16 - threads);
  expect(count("flood drawn") + count("flood unavailable")).toBe(90);
  expect(count("flood drawn")).toBeGreaterThan(0);
}, 60_000);
