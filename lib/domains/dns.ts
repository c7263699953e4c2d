import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { env } from "@/lib/platform/env";
import { normalizeAddress } from "@/lib/platform/ip-address";
import { listOwnHosts } from "./host";

/** A name server that is silent so long is asked again, or the next one; the library rounds it up to 5 seconds. */
const patience = { timeout: 4_500, tries: 2 };
/** All questions about one host together. */
const maxMs = 6_000;
/** Names that a chain of CNAME records goes through. */
const maxHops = 8;
/** Records that are read of one answer, and addresses that are kept of it. */
const maxRecords = 100;
const maxAddresses = 16;

export const txtNameOf = (host: string) => `_quietzone.${host}`;

const proofPrefix = "quietzone-verify=";
export const txtValueOf = (token: string) => `${proofPrefix}${token}`;

/** What DNS answered about a host. */
export interface HostRecords {
  /** Tokens of all TXT records that prove an account; null: it was not answered whether there are any. */
  tokens: ReadonlySet<string> | null;
  addresses: string[];
  /** Null: it was not answered. */
  pointsHere: boolean | null;
  /** Code of the first question that was not answered; null: all were. */
  fault: string | null;
}

/** Asks the name servers of `DOMAIN_DNS_SERVERS`, or the system's, about a host. Throws nothing. */
export async function lookUpHost(host: string): Promise<HostRecords> {
  const resolver = new Resolver(patience);
  if (env.domainDnsServers.length > 0) resolver.setServers(env.domainDnsServers);
  const timer = setTimeout(() => resolver.cancel(), maxMs);
  try {
    const [texts, addresses, isAlias] = await Promise.all([
      ask(resolver.resolveTxt(absolute(txtNameOf(host)))),
      findAddresses(resolver, host),
      isAliasOfService(resolver, host),
    ]);
    const pointsHere = isAlias || (await areOfService(resolver, addresses));
    return {
      tokens: texts.answer === null ? null : readTokens(texts.answer),
      addresses: (addresses.answer ?? []).slice(0, maxAddresses),
      pointsHere,
      fault: texts.fault ?? addresses.fault,
    };
  } finally {
    clearTimeout(timer);
  }
}

/** With a dot at its end no search domain is tried. */
const absolute = (name: string) => `${name}.`;

type Answer<T> = { answer: T; fault: null } | { answer: null; fault: string };

/** That a name or its records don't exist is an answer; anything else that goes wrong says nothing about them. */
async function ask<T>(question: Promise<T[]>): Promise<Answer<T[]>> {
  try {
    return { answer: (await question).slice(0, maxRecords), fault: null };
  } catch (error) {
    const { code = "EUNKNOWN" } = error as { code?: string };
    if (code === "ENOTFOUND" || code === "ENODATA") return { answer: [], fault: null };
    return { answer: null, fault: code === "ECANCELLED" ? "ETIMEOUT" : code };
  }
}

/** A record comes in parts of at most 255 bytes. */
function readTokens(records: readonly string[][]): Set<string> {
  const values = records
    .map((parts) => parts.join("").trim())
    .filter((value) => value.startsWith(proofPrefix));
  return new Set(values.map((value) => value.slice(proofPrefix.length)));
}

async function findAddresses(resolver: Resolver, name: string): Promise<Answer<string[]>> {
  if (isIP(name) !== 0) return { answer: [name], fault: null };
  if (name === "localhost") return { answer: ["127.0.0.1", "::1"], fault: null };
  const families = await Promise.all([
    ask(resolver.resolve4(absolute(name))),
    ask(resolver.resolve6(absolute(name))),
  ]);
  const failed = families.find(({ fault }) => fault !== null);
  if (failed?.fault) return { answer: null, fault: failed.fault };
  return { answer: families.flatMap(({ answer }) => answer ?? []).map(spell), fault: null };
}

const spell = (address: string) => normalizeAddress(address) ?? address;

/** Whether a chain of CNAME records leads from a host to the service's. */
async function isAliasOfService(resolver: Resolver, host: string): Promise<boolean> {
  const own = listOwnHosts();
  let name = host;
  for (let hops = 0; hops < maxHops; hops += 1) {
    const { answer } = await ask(resolver.resolveCname(absolute(name)));
    const next = answer?.[0]?.toLowerCase().replace(/\.$/, "");
    if (next === undefined) return false;
    if (own.includes(next)) return true;
    name = next;
  }
  return false;
}

/** Whether all addresses are the service's; null where it is not known. */
async function areOfService(resolver: Resolver, { answer }: Answer<string[]>): Promise<boolean | null> {
  if (answer === null) return null;
  if (answer.length === 0) return false;
  const targets = new Set(env.domainTargets);
  if (answer.every((address) => targets.has(address))) return true;
  const own = await findAddresses(resolver, serviceHost());
  if (own.answer === null) return null;
  for (const address of own.answer) targets.add(address);
  return answer.every((address) => targets.has(address));
}

/** The name that domains are to point to. */
export function serviceHost(): string {
  return new URL(env.baseUrl).hostname.replace(/^\[(.*)\]$/, "$1");
}
