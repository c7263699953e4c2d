import type { NetworkInterfaceInfo } from "node:os";
import { afterEach, expect, it, vi } from "vitest";
import { readTerminalCode } from "@/e2e/support/terminal-code";
import { drawTerminalCode, findPhoneAddress, showTerminalCode } from "./terminal-code";

afterEach(() => {
  vi.unstubAllEnvs();
});

const addresses = (...own: string[]) => ({
  eth0: own.map((address) => ({ address, family: address.includes(":") ? "IPv6" : "IPv4" })),
});
const find = (...own: string[]) =>
  findPhoneAddress(addresses(...own) as unknown as NodeJS.Dict<NetworkInterfaceInfo[]>);

it.each(["http://192.168.178.20:3000", "https://qr.example.com", `https://${"long.".repeat(12)}example.com`])(
  "draws %s so that a reader decodes it",
  async (address) => {
    expect(await readTerminalCode(await drawTerminalCode(address))).toBe(address);
  },
);

it.each([
  [
    ["127.0.0.1", "::1", "203.0.113.7", "fe80::1", "192.168.178.20", "10.0.0.7"],
    "http://192.168.178.20:3000",
  ],
  [["172.16.0.1"], "http://172.16.0.1:3000"],
  [["127.0.0.1", "172.32.0.1", "169.254.0.1", "fd00::1"], null],
])("finds the address for phones on a machine with %j", (own, address) => {
  expect(find(...own)).toBe(address);
});

it("prints nothing if the output is not a terminal", async () => {
  const write = vi.fn();
  await showTerminalCode({ isTTY: false, write } as unknown as NodeJS.WriteStream);
  expect(write).not.toHaveBeenCalled();
});
