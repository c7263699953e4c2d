import { parseNetwork } from "@/lib/platform/ip-address";
import type { OutgoingRules } from "@/lib/platform/safe-fetch";

/** As with these settings; without any as in production. */
export function rulesWith(
  settings: { allowed?: string[]; nat64?: OutgoingRules["nat64"]; dns?: string; own?: string[] } = {},
): OutgoingRules {
  const { allowed = [], nat64 = "refuse", dns, own = [] } = settings;
  return {
    allowed: allowed.map((text) => {
      const network = parseNetwork(text);
      if (network === null) throw new Error(`${text} is no network`);
      return network;
    }),
    nat64,
    // A port at which nobody answers: a test that names no name server asks none.
    dnsServers: [dns ?? "127.0.0.1:9"],
    own,
  };
}
