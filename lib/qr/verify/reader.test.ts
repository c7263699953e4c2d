import net from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { loadReader } from "@/e2e/support/qr-reader";
import { drawSample } from "@/e2e/support/sample-raster";
import { encodeMatrix, resolveStyle } from "..";
import { drawRaster } from "../files";
import { decodeRaster, gradeRaster, provesPayload, toGrey } from ".";
import { readGrey } from "./reader";

afterEach(() => vi.restoreAllMocks());

/** Files share a process: what an earlier one left running may still talk to this machine. */
function watchNetwork() {
  const fetch = vi.spyOn(globalThis, "fetch");
  const connect = vi.spyOn(net.Socket.prototype, "connect");
  return () => {
    const hosts = connect.mock.calls.map((call) => JSON.stringify(call, ["host"]));
    return { fetches: fetch.mock.calls, hosts: hosts.filter((host) => !/127\.0\.0\.1|localhost/.test(host)) };
  };
}

// One file, one thread: the first test sees the reader before anyone has prepared it.
describe("QR reader", () => {
  it("refuses to read before it is loaded, and makes no network request", async () => {
    const listRequests = watchNetwork();
    await expect(decodeRaster(drawSample("early"))).rejects.toThrow("prepareReader");
    expect(listRequests()).toEqual({ fetches: [], hosts: [] });
  });

  it("loads from the given bytes and reads without a network request", async () => {
    const listRequests = watchNetwork();
    await Promise.all([loadReader(), loadReader()]);
    expect((await gradeRaster(drawSample("quiet"), "quiet")).score).toBeGreaterThan(90);
    expect(listRequests()).toEqual({ fetches: [], hosts: [] });
  });

  it("reports the symbol's position and its spare error correction", async () => {
    await loadReader();
    const plain = await readGrey(
      toGrey(drawSample("https://quietzone.example/", { size: 33 * 4 })),
      "thorough",
    );
    expect(plain).toMatchObject({ spare: 1, inverted: false, modules: 25 });
    expect(plain?.topLeft).toEqual({ x: 16, y: 16 });
    const logo = await readGrey(
      toGrey(drawSample("https://quietzone.example/", { level: "H", logo: 0.2 })),
      "quick",
    );
    expect(logo?.spare).toBeGreaterThan(0);
    expect(logo?.spare).toBeLessThan(0.8);
  });

  it("returns UTF-8 bytes even if the symbol declares ISO/IEC 8859-1", async () => {
    await loadReader();
    for (const payload of [
      "Süße Grüße aus Köln, Düsseldorf und Münster über Öhringen",
      "\xa0ÿ\\000026 £½".repeat(9),
    ]) {
      const matrix = encodeMatrix(payload, { level: "M" });
      const raster = drawRaster(matrix, resolveStyle(null, matrix).style);
      expect(matrix.version).toBeLessThan(encodeMatrix(`${payload}€`, { level: "M" }).version);
      expect(Buffer.from((await decodeRaster(raster)) ?? []).toString("utf8")).toBe(payload);
      expect(await provesPayload(raster, payload)).toBe(true);
    }
  });

  it("frees its memory: 3,000 reads grow the process by less than 40 MiB", async () => {
    await loadReader();
    const grey = toGrey(drawSample("https://quietzone.example/", { size: 99 }));
    for (let i = 0; i < 500; i++) await readGrey(grey, "quick");
    const before = process.memoryUsage().rss;
    for (let i = 0; i < 3000; i++) await readGrey(grey, "quick");
    expect(process.memoryUsage().rss - before).toBeLessThan(40 << 20);
  });
});
