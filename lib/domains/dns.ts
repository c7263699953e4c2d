import { isIP } from "node:net";
import { env, listOwnHosts } from "@/lib/platform/env";
import { isLocalAddress, normalizeAddress } from "@/lib/platform/ip-address";
import { type DnsAnswer, type NameServers, openNameServers } from "@/lib/platform/outgoing/name-servers";

/** All questions about one host together. */
const maxMs = 6_000;
/** Names that a chain of CNAME records goes through. */
const maxHops = 8;
/** Addresses that are kept of a host; all are judged. */
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
  const servers = openNameServers(env.domainDnsServers, maxMs);
  try {
    const [texts, addresses, isAlias] = await Promise.all([
      servers.findTexts(txtNameOf(host)),
      findAddresses(servers, host),
      isAliasOfService(servers, host),
    ]);
    return {
      tokens: texts.records && readTokens(texts.records),
      addresses: nameAddresses(addresses.records ?? []),
      pointsHere: isAlias === true || combine(isAlias, await areOfService(servers, addresses)),
      fault: texts.fault ?? addresses.fault,
    };
  } finally {
    servers.close();
  }
}

/** Of local networks none: a name server of the operator's would tell what they are. */
function nameAddresses(records: readonly string[]): string[] {
  const named = records.map((address) => (isLocalAddress(address) ? "a local address" : address));
  return [...new Set(named)].slice(0, maxAddresses);
}

function readTokens(records: readonly string[][]): Set<string> {
  const values = records
    .map((parts) => parts.join("").trim())
    .filter((value) => value.startsWith(proofPrefix));
  return new Set(values.map((value) => value.slice(proofPrefix.length)));
}

/** Of both families; not known where one of them isn't. */
async function findAddresses(servers: NameServers, name: string): Promise<DnsAnswer<string>> {
  if (isIP(name) !== 0) return { records: [name], fault: null };
  if (name === "localhost") return { records: ["127.0.0.1", "::1"], fault: null };
  const families = await Promise.all([servers.findAddresses(name, 4), servers.findAddresses(name, 6)]);
  const failed = families.find(({ fault }) => fault !== null);
  if (failed !== undefined) return failed;
  const records = families.flatMap(({ records }) => records ?? []);
  return { records: records.map((address) => normalizeAddress(address) ?? address), fault: null };
}

/** Whether one of two holds; null where neither does and one is not known. */
function combine(one: boolean | null, other: boolean | null): boolean | null {
  if (one === true || other === true) return true;
  return one === null || other === null ? null : false;
}

/** Whether a chain of CNAME records leads from a host to the service's; null where it is not known. */
async function isAliasOfService(servers: NameServers, host: string): Promise<boolean | null> {
  const own = listOwnHosts();
  let name = host;
  for (let hops = 0; hops < maxHops; hops += 1) {
    const { records } = await servers.findAlias(name);
    if (records === null) return null;
    const next = records[0]?.toLowerCase().replace(/\.$/, "");
    if (next === undefined) return false;
    if (own.includes(next)) return true;
    name = next;
  }
  return false;
}

/** Whether all addresses are the service's; null where it is not known. */
async function areOfService(servers: NameServers, { records }: DnsAnswer<string>): Promise<boolean | null> {
  if (records === null) return null;
  if (records.length === 0) return false;
  const targets = new Set(env.domainTargets);
  if (records.every((address) => targets.has(address))) return true;
  const own = await findAddresses(servers, serviceHost());
  if (own.records === null) return null;
  for (const address of own.records) targets.add(address);
  return records.every((address) => targets.has(address));
}

/** The name that domains are to point to. */
export function serviceHost(): string {
  return new URL(env.baseUrl).hostname.replace(/^\[(.*)\]$/, "$1");
}
