import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env, type Settings } from "../env";
import { isWithin, type Network, parseNetwork } from "../ip-address";

/** What the operator has settled about calls to the outside. */
export interface OutgoingRules {
  /** Networks that may be reached though they are not public. */
  allowed: readonly Network[];
  /** Whether the IPv4 address within a NAT64 address is judged, or every NAT64 address refused. */
  nat64: "refuse" | "decode";
  /** Name servers as `dns.setServers` takes them; empty: the system's. */
  dnsServers: readonly string[];
  /** The service's own `host:port`, without a dot at the host's end. */
  own: readonly string[];
}

/** A host without a port is the service at both usual ones: a proxy may stand before it. */
function listOwn({ baseUrl, baseUrlAliases, port }: Settings): string[] {
  const named = [new URL(baseUrl).host, ...baseUrlAliases].flatMap((host) =>
    /:\d+$/.test(host) ? [host] : [`${host}:80`, `${host}:443`],
  );
  const local = ["localhost", "127.0.0.1", "[::1]"].map((host) => `${host}:${port}`);
  return [...named, ...local].map((host) => host.replace(/\.:(?=\d+$)/, ":"));
}

export function rulesOf(settings: Settings): OutgoingRules {
  return {
    allowed: settings.webhookAllowedNetworks,
    nat64: settings.webhookNat64,
    dnsServers: settings.webhookDnsServers,
    own: listOwn(settings),
  };
}

let rules: OutgoingRules | undefined;

export function readRules(): OutgoingRules {
  rules ??= rulesOf(env);
  return rules;
}

function networks(...texts: string[]) {
  return texts.map((text) => parseNetwork(text)!);
}

/** IPv4 that no service of the public Internet has: this network, private, shared, local, documentation, multicast. */
const refused4 = networks(
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Answers within Azure's machines, though the registry calls it public.
  "168.63.129.16/32",
);

/** All that is public of IPv6 lies in here … */
const global6 = networks("2000::/3");

/** … without what tunnels into IPv4, is reserved for protocols or for documentation. */
const refused6 = networks("2001::/23", "2001:db8::/32", "2002::/16", "3ffe::/16", "3fff::/20");

const nat64 = networks("64:ff9b::/96");

/** Whether a call may go to an address: it is public or allowed. Compares bytes, so `::ffff:…` is the IPv4 address. */
export function isReachable(address: string, rules: Pick<OutgoingRules, "allowed" | "nat64">): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isWithin(address, rules.allowed)) return true;
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  if (parsed.kind() === "ipv4") return !isWithin(bytes.join("."), refused4);
  if (rules.nat64 === "decode" && isWithin(address, nat64)) {
    return isReachable(bytes.slice(12).join("."), rules);
  }
  return isWithin(address, global6) && !isWithin(address, refused6);
}
