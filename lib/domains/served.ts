import { ofMainThread, oncePerProcess } from "@/lib/platform/process-state";

/** A host of an account on which the service answers short URLs. */
export interface ServedDomain {
  id: string;
  host: string;
  /** Where `/`, unknown paths, and codes that are off, expired or used up lead; null: to a plain page. */
  rootUrl: string | null;
  notFoundUrl: string | null;
  expiredUrl: string | null;
}

const state = oncePerProcess("served domains", () => ({ byHost: new Map<string, ServedDomain>() }));

/** The domain that is served on a host, which is in lower case and without a port; from memory. */
export function findServedDomain(host: string): ServedDomain | undefined {
  return state.byHost.get(host);
}

/** Whether the service answers on a host for some account; from the memory of the main thread. */
export const isServedHost = ofMainThread("is served host", async (host: string) => state.byHost.has(host));
