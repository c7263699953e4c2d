import { Resolver } from "node:dns/promises";
import { FetchFault } from "./connection";
import { isReachable, type OutgoingRules } from "./rules";
import { type Destination, isLocalhost } from "./url";

/**
 * A name server that is silent so long is asked again, or the next one: the answer to the question before counts no more, so
 * this is what a slow one may need. The library rounds it up to 5 seconds, which leave a second for the other question.
 */
const patience = { timeout: 4_500, tries: 2 };

/** Names are given this much of an attempt, so that there is time left for the rest of it. */
const maxMs = 6_000;

/** Where one family of addresses is known, so long is waited for the other. */
const otherFamilyMs = 2_000;

/** Of many addresses so many are tried at most; all are judged. */
const maxDialled = 8;

/** None: the name has no such address, or nobody knows. */
const ask = (question: Promise<string[]>) => question.catch((): string[] => []);

/**
 * Asks the name servers themselves for the one absolute name: no search domain, no file of hosts, no cache. A family about
 * which nobody answers is as good as none, since only addresses that were judged are called.
 */
async function askNameServers(name: string, rules: OutgoingRules, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver(patience);
  if (rules.dnsServers.length > 0) resolver.setServers(rules.dnsServers);
  const cancel = () => resolver.cancel();
  const timers = [setTimeout(cancel, maxMs)];
  signal.addEventListener("abort", cancel, { once: true });
  const find = async (question: Promise<string[]>) => {
    const found = await ask(question);
    if (found.length > 0) timers.push(setTimeout(cancel, otherFamilyMs));
    return found;
  };
  try {
    const families = [find(resolver.resolve4(name)), find(resolver.resolve6(name))];
    return (await Promise.all(families)).flat();
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}

async function findAddresses(to: Destination, rules: OutgoingRules, signal: AbortSignal): Promise<string[]> {
  if (to.isLiteral) return [to.hostname];
  if (isLocalhost(to.hostname)) return ["127.0.0.1"];
  return askNameServers(to.hostname, rules, signal);
}

/** The addresses that may be called. One that may not be refuses all: an attacker who mixes them hopes for the wrong pick. */
export async function resolveVetted(
  to: Destination,
  rules: OutgoingRules,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = await findAddresses(to, rules, signal);
  if (addresses.length === 0) throw new FetchFault("dns_error");
  if (!addresses.every((address) => isReachable(address, rules))) throw new FetchFault("address_refused");
  return addresses.slice(0, maxDialled);
}
