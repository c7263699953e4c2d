import { Resolver } from "node:dns/promises";

/** A name server that is silent so long is asked again, or the next one; the library rounds it up to 5 seconds. */
const patience = { timeout: 4_500, tries: 2 };

/** Records that are read of one answer. */
const maxRecords = 100;

/** Records, none where the name or its records don't exist; or why nobody answered (`ESERVFAIL`, `ETIMEOUT`), which says nothing. */
export type DnsAnswer<T> = { records: T[]; fault: null } | { records: null; fault: string };

/** Questions to name servers about what a name's owner says in DNS; nothing that they answer is called. None of them throws. */
export interface NameServers {
  /** A record comes in parts of at most 255 bytes. */
  findTexts(name: string): Promise<DnsAnswer<string[]>>;
  /** Of one family. */
  findAddresses(name: string, family: 4 | 6): Promise<DnsAnswer<string>>;
  findAlias(name: string): Promise<DnsAnswer<string>>;
  /** Gives up what is not answered yet. */
  close(): void;
}

/**
 * Asks for absolute names alone: no search domain, no file of hosts, no cache.
 *
 * @param servers as `host` or `host:port`; none: the system's.
 * @param maxMs for all questions together; what is not answered then is `ETIMEOUT`.
 */
export function openNameServers(servers: readonly string[], maxMs: number): NameServers {
  const resolver = new Resolver(patience);
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  const timer = setTimeout(cancel, maxMs);
  const absolute = (name: string) => `${name}.`;
  return {
    findTexts: (name) => ask(resolver.resolveTxt(absolute(name))),
    findAddresses: (name, family) =>
      ask(family === 4 ? resolver.resolve4(absolute(name)) : resolver.resolve6(absolute(name))),
    findAlias: (name) => ask(resolver.resolveCname(absolute(name))),
    close() {
      clearTimeout(timer);
      cancel();
    },
  };
}

async function ask<T>(question: Promise<T[]>): Promise<DnsAnswer<T>> {
  try {
    return { records: (await question).slice(0, maxRecords), fault: null };
  } catch (error) {
    const { code = "EUNKNOWN" } = error as { code?: string };
    if (code === "ENOTFOUND" || code === "ENODATA") return { records: [], fault: null };
    return { records: null, fault: code === "ECANCELLED" ? "ETIMEOUT" : code };
  }
}
