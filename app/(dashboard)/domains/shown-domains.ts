import type { DomainActions, ShownDomain } from "@/components/domains/actions";
import type { MovePlace } from "@/components/domains/domain-dialogs";
import type { ConsoleDomain } from "@/lib/domains/schema";
import { env } from "@/lib/platform/env";
import { addOwnDomain, changeAddresses, makeDefaultDomain, removeDomain, verifyOwnDomain } from "./actions";
import { nameHost } from "./host-name";

export const domainActions: DomainActions = {
  add: addOwnDomain,
  verify: verifyOwnDomain,
  change: changeAddresses,
  makeDefault: makeDefaultDomain,
  remove: removeDomain,
};

export function showDomain(domain: ConsoleDomain): ShownDomain {
  return { ...domain, name: nameHost(domain.host) };
}

/** Where codes of a deleted domain can go: the service's own host, and each domain that takes codes. */
export function listPlaces(domains: readonly ShownDomain[]): MovePlace[] {
  const taking = domains.filter(({ isServed, isOverLimit }) => isServed && !isOverLimit);
  return [
    { value: "service", name: new URL(env.baseUrl).host },
    ...taking.map(({ id, name }) => ({ value: id, name })),
  ];
}
