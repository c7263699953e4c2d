/** First and last addresses of what no call may reach, and their neighbours that it may. */

export const refusedIPv4 = [
  ["0.0.0.0", "0.0.0.1", "0.255.255.255"],
  ["10.0.0.0", "10.1.2.3", "10.255.255.255"],
  ["100.64.0.0", "100.100.100.200", "100.127.255.255"],
  ["127.0.0.0", "127.0.0.1", "127.255.255.255"],
  ["169.254.0.0", "169.254.169.254", "169.254.255.255"],
  ["172.16.0.0", "172.17.0.1", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.9", "192.0.0.192", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.88.99.0", "192.88.99.1", "192.88.99.255"],
  ["192.168.0.0", "192.168.1.1", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "224.0.0.251", "239.255.255.255"],
  ["240.0.0.0", "254.1.2.3", "255.255.255.255"],
  ["168.63.129.16"],
].flat();

export const publicIPv4 = [
  ["1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0"],
  ["169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "191.255.255.255", "192.0.1.0"],
  ["192.0.1.255", "192.0.3.0", "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0"],
  ["198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0"],
  ["223.255.255.255", "168.63.129.15", "168.63.129.17", "8.8.8.8", "93.184.216.34"],
].flat();

export const refusedIPv6 = [
  ["::", "::1", "::7f00:1", "::5efe:7f00:1", "::ffff:0:7f00:1", "100::1", "64:ff9b::7f00:1"],
  ["64:ff9b::a9fe:a9fe", "64:ff9b::808:808", "64:ff9b:1::a9fe:a9fe", "64:ff9b:1:ffff::808:808"],
  ["1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001::", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2"],
  ["2001:1::1", "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1"],
  ["2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::", "2002:7f00:1::1", "2002:a9fe:a9fe::1", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["3ffe::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::", "5f00::1", "6000::1", "8000::1", "a000::1", "c000::1", "e000::1", "fc00::", "fc00::1"],
  ["fd00:ec2::254", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fe00::1", "fe80::1", "febf:ffff::1"],
  ["fec0::1", "ff00::", "ff02::1", "ff0e::1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
].flat();

export const publicIPv6 = [
  ["2000::", "2000:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "2001:200::", "2001:db7:ffff:ffff::1", "2001:db9::"],
  ["2001:4860:4860::8888", "2003::", "2606:4700::1111", "2a00:1450::1", "3ffd:ffff::1", "3fff:1000::"],
].flat();

function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? [] : Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...zeros, ...right];
}

function hexOf(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** The same IPv6 address as Node, people and tables write it. */
export function spellIPv6(address: string): string[] {
  const groups = groupsOf(address);
  const full = groups.map((group) => group.padStart(4, "0")).join(":");
  return [address, address.toUpperCase(), groups.join(":"), full];
}

/** An IPv4 address as sockets know it, with the mapped forms. */
export function spellIPv4(address: string): string[] {
  return [
    address,
    `::ffff:${address}`,
    `::ffff:${hexOf(address)}`,
    `0000:0000:0000:0000:0000:FFFF:${hexOf(address).toUpperCase()}`,
  ];
}

/** Hosts of a URL that a browser takes for the address, or that lead to it in another family's clothes. */
export function spellHosts(address: string): string[] {
  const bytes = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = hexOf(address);
  return [
    address,
    `${address}.`,
    String(number),
    `0x${number.toString(16)}`,
    `0${number.toString(8)}`,
    bytes.map((byte) => `0x${byte.toString(16)}`).join("."),
    bytes.map((byte) => `0${byte.toString(8)}`).join("."),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    address.replaceAll(".", "。"),
    address.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    address.replace(/\d/g, (digit) => `%3${digit}`),
    `[::ffff:${address}]`,
    `[::ffff:${hex}]`,
    `[::${hex}]`,
    `[64:ff9b::${hex}]`,
    `[2002:${hex}::1]`,
  ];
}
