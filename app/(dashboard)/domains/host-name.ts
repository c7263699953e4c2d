import { domainToUnicode } from "node:url";

/** A host as people read it: an international name in Unicode. */
export function nameHost(host: string): string {
  // Empty for a host that isn't valid.
  return domainToUnicode(host) || host;
}
