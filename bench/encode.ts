import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import encodeQr from "qr";
import QRCode from "qrcode";
import { encodeMatrix } from "@/lib/qr/encode";
import { longAddress } from "./load";
import { interleave, median, type Ratio } from "./report";

const rounds = 9;
const symbols = 400;

const mixed = Array.from({ length: symbols }, (_, index) => makeAddress(10 + ((index * 37) % 591), index));

/** What is encoded, a list for each comparison; every list has 400 payloads. */
const payloads = {
  "mixed versions, 10–600 characters": mixed,
  "one version, 100 characters": Array.from({ length: symbols }, () => longAddress),
  "one version, 400 characters": Array.from({ length: symbols }, () => makeAddress(400, 0)),
} as const;

type Payloads = keyof typeof payloads;

/** Aims of the issue; the others are printed for information. */
const aims: Record<Payloads, { qrcode: Ratio["aim"]; libqrencode: Ratio["aim"]; qr: Ratio["aim"] }> = {
  "mixed versions, 10–600 characters": { qrcode: { atLeast: 12 }, libqrencode: null, qr: { atLeast: 1 } },
  "one version, 100 characters": { qrcode: null, libqrencode: { atLeast: 1 }, qr: { atLeast: 1 } },
  "one version, 400 characters": { qrcode: null, libqrencode: { atLeast: 1 }, qr: { atLeast: 1 } },
};

/** An address with words, numbers and capitals, different for each seed, so that no branch is learned by heart. */
function makeAddress(length: number, seed: number): string {
  let address = "https://quietzone.example/";
  for (let part = seed; address.length < length; part = (part * 31 + 7) % 9_973) {
    address += ["menu", "Autumn", `${part * 10_007}`, "table-of-contents", "ID"][part % 5];
    address += part % 3 === 0 ? "?" : "/";
  }
  return address.slice(0, length);
}

/**
 * Microseconds a symbol: ours, the default of the qrcode package, the qr package, and C libqrencode where a compiler
 * and the library are installed. All choose version and mask themselves, at level M.
 */
export async function measureEncoding(): Promise<Ratio[]> {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-bench-"));
  try {
    const program = buildLibqrencode(folder);
    const ratios: Ratio[] = [];
    for (const name of Object.keys(payloads) as Payloads[])
      ratios.push(...(await compare(name, program, folder)));
    return ratios;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(name: Payloads, program: string | null, folder: string): Promise<Ratio[]> {
  const list = payloads[name];
  const file = join(folder, "payloads.txt");
  writeFileSync(file, list.join("\n"));
  const figures = await interleave(rounds, {
    ours: async () => timeEach(list, (payload) => encodeMatrix(payload, { level: "M" })),
    qr: async () => timeEach(list, (payload) => encodeQr(payload, "raw", { ecc: "medium", border: 1 })),
    qrcode: async () => timeEach(list, (payload) => QRCode.create(payload, { errorCorrectionLevel: "M" })),
    libqrencode: async () => (program === null ? Number.NaN : Number(execFileSync(program, [file]))),
  });
  const ours = median(figures.ours);
  const peers = program === null ? (["qrcode", "qr"] as const) : (["qrcode", "qr", "libqrencode"] as const);
  return peers.map((peer) => ({
    what: `${name}: ${peer} : ours`,
    ours: formatUs(ours),
    peer: formatUs(median(figures[peer])),
    ratio: median(figures[peer]) / ours,
    aim: aims[name][peer],
  }));
}

function timeEach(list: readonly string[], encode: (payload: string) => unknown): number {
  const start = performance.now();
  for (const payload of list) encode(payload);
  return ((performance.now() - start) * 1_000) / list.length;
}

/** @returns the program's path, or null without a C compiler or libqrencode's header */
function buildLibqrencode(folder: string): string | null {
  if (!existsSync("/usr/include/qrencode.h")) return null;
  const program = join(folder, "libqrencode");
  const source = join(import.meta.dirname, "peers", "libqrencode.c");
  const compiler = "cc";
  try {
    execFileSync(compiler, ["-O2", "-o", program, source, "-lqrencode"], { stdio: "ignore" });
  } catch {
    return null;
  }
  return program;
}

function formatUs(us: number): string {
  return `${us.toFixed(1)} µs`;
}
