import type { Network } from "../addresses";
import { env } from "../env";
import type { Settings } from "../settings";

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

/** The rules of this process' settings. */
export function readRules(): OutgoingRules {
  rules ??= rulesOf(env);
  return rules;
}
