import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { env } from "@/lib/platform/env";

/** Modules of empty margin, as ISO/IEC 18004 wants them. */
const margin = 4;
/** Black on white of the palette of 256 colours, whatever the terminal's theme is. */
const [colours, reset] = ["\x1b[38;5;16;48;5;231m", "\x1b[0m"];
/** Two modules above each other in one character: neither dark, the upper, the lower, both. */
const blocks = [" ", "▀", "▄", "█"];

/** `BASE_URL`, or without it the first private IPv4 address of this machine; null where it has none. */
export function findPhoneAddress(interfaces = networkInterfaces()): string | null {
  if (env.isBaseUrlSet) return env.baseUrl;
  const own = Object.values(interfaces).flatMap((addresses) => addresses ?? []);
  const found = own.find(
    ({ family, address }) => family === "IPv4" && ipaddr.parse(address).range() === "private",
  );
  return found === undefined ? null : `http://${found.address}:${env.port}`;
}

/** A QR code of an address in half blocks, a line of text for each two rows. */
export async function drawTerminalCode(address: string): Promise<string> {
  const { create } = await import("qrcode");
  const { modules } = create(address, { errorCorrectionLevel: "L" });
  const isInside = (place: number) => place >= 0 && place < modules.size;
  const isDark = (row: number, column: number) =>
    isInside(row) && isInside(column) && modules.get(row, column) === 1;
  const lines: string[] = [];
  for (let row = -margin; row < modules.size + margin; row += 2) {
    let line = "";
    for (let column = -margin; column < modules.size + margin; column += 1) {
      line += blocks[Number(isDark(row, column)) + 2 * Number(isDark(row + 1, column))];
    }
    lines.push(`${colours}${line}${reset}`);
  }
  return lines.join("\n");
}

/** Shows a code of the service's address on a terminal, so that a phone opens it at once. */
export async function showTerminalCode(output: NodeJS.WriteStream = process.stdout): Promise<void> {
  const address = output.isTTY ? findPhoneAddress() : null;
  if (address === null) return;
  output.write(`\n${await drawTerminalCode(address)}\nScan it to open ${address} on a phone.\n\n`);
}
