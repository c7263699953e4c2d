import type { DomainActions, ShownDomain } from "@/components/domains/actions";
import { nameHost } from "@/lib/domains";
import type { ConsoleDomain } from "@/lib/domains/schema";
import { env } from "@/lib/platform/env";
import { addOwnDomain, changeAddresses, removeDomain, setDefaultDomain, verifyOwnDomain } from "./actions";

export const domainActions: DomainActions = {
  add: addOwnDomain,
  verify: verifyOwnDomain,
  change: changeAddresses,
  setDefault: setDefaultDomain,
  remove: removeDomain,
};

/** All domains of an account, as its pages show them. */
export function showDomains(stored: readonly ConsoleDomain[]): ShownDomain[] {
  const service = { value: "service", name: new URL(env.baseUrl).host };
  return stored.map((domain) => ({
    ...domain,
    name: nameHost(domain.host),
    places: [service, ...domain.moveTargets.map(({ id, host }) => ({ value: id, name: nameHost(host) }))],
  }));
}
