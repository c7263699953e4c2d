import { setTimeout as sleep } from "node:timers/promises";
import { listOwnHosts } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { gauge } from "@/lib/platform/metrics";
import { subscribe } from "@/lib/platform/notifications";
import { ofMainThread, oncePerProcess } from "@/lib/platform/process-state";
import { isHostServed, listServedDomains, listServedDomainsOf, type ServedDomain } from "./queries.served";

export type { ServedDomain } from "./queries.served";

const channel = "quietzone_domains";
/** After the database failed it is asked again: after the first pause, then after pauses that double up to the longest. */
const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * The domains that are served, as this process knows them. The database notifies every process of a change as it commits
 * it. While the database is away, what was read last holds.
 */
class ServedDomains {
  readonly #byHost = new Map<string, ServedDomain>();
  readonly #hostOf = new Map<string, string>();
  /** What is to be read: all domains, or those that messages named. */
  #isAllDue = false;
  readonly #due = new Set<string>();
  #reading: Promise<void> | undefined;
  #leave: (() => void) | undefined;
  isOpen = false;

  /** Reads the domains, then begins to listen, which reads them again: what changed in between, or could not be read. */
  async open(): Promise<void> {
    this.close();
    this.isOpen = true;
    await this.#read(true, []).catch((err: unknown) => {
      log.warn({ err }, "the own domains could not be read; they are read once the database answers");
    });
    this.#leave = subscribe(channel, {
      onMessage: (id) => this.#readSoon(id),
      onGap: () => this.#readSoon(),
    });
  }

  get count(): number {
    return this.#byHost.size;
  }

  find(host: string): ServedDomain | undefined {
    return this.#byHost.get(host);
  }

  close(): void {
    this.#leave?.();
    this.#leave = undefined;
    this.isOpen = false;
    this.#byHost.clear();
    this.#hostOf.clear();
    this.#due.clear();
    this.#isAllDue = false;
  }

  #readSoon(id?: string): void {
    if (id === undefined) this.#isAllDue = true;
    else this.#due.add(id);
    this.#reading ??= this.#readAllDue().finally(() => {
      this.#reading = undefined;
    });
  }

  /** One reading at a time, so that an older answer never overwrites a newer one. */
  async #readAllDue(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (this.isOpen && (this.#isAllDue || this.#due.size > 0)) {
      const [isAll, ids] = [this.#isAllDue, [...this.#due]];
      this.#isAllDue = false;
      this.#due.clear();
      try {
        await this.#read(isAll, ids);
        pauseMs = firstPauseMs;
      } catch (err) {
        log.debug({ err }, "the own domains could not be read");
        this.#isAllDue ||= isAll;
        for (const id of ids) this.#due.add(id);
        await sleep(pauseMs, undefined, { ref: false });
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      }
    }
  }

  async #read(isAll: boolean, ids: readonly string[]): Promise<void> {
    const domains = await (isAll ? listServedDomains() : listServedDomainsOf(ids));
    if (!this.isOpen) return;
    for (const id of isAll ? [...this.#hostOf.keys()] : ids) this.#forget(id);
    for (const domain of domains) this.#keep(domain);
  }

  #forget(id: string): void {
    const host = this.#hostOf.get(id);
    this.#hostOf.delete(id);
    if (host !== undefined && this.#byHost.get(host)?.id === id) this.#byHost.delete(host);
  }

  #keep(domain: ServedDomain): void {
    // The service itself is never locked out of its own host, whatever was a domain before that was set.
    if (listOwnHosts().includes(domain.host)) return;
    this.#byHost.set(domain.host, domain);
    this.#hostOf.set(domain.id, domain.host);
  }
}

const served = oncePerProcess("served domains", () => {
  const domains = new ServedDomains();
  gauge({
    name: "quietzone_served_domains",
    aggregator: "first",
    help: "Own domains of accounts on which the service answers.",
    collect() {
      this.set(domains.count);
    },
  });
  return domains;
});

/**
 * From now on the served domains are kept in memory and every change of one is received. Without it the service answers
 * on no own domain. Never rejects: while the database is away, it is asked again.
 */
export function openServedDomains(): Promise<void> {
  return served.open();
}

export async function closeServedDomains(): Promise<void> {
  served.close();
}

/** Whether any domain is served. */
export function hasServedDomains(): boolean {
  return served.count > 0;
}

/** The domain that is served on a host, which is in lower case and without a port; from memory. */
export function findServedDomain(host: string): ServedDomain | undefined {
  return served.find(host);
}

/**
 * Whether the service answers on a host, which is in lower case, for some account: from the memory of the main thread, and
 * by the database in a process that serves no domains.
 */
export const isServedHost = ofMainThread("is served host", async (host: string) =>
  served.isOpen ? served.find(host) !== undefined : isHostServed(host),
);
