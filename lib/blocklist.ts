import { readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { domainToASCII } from "node:url";
import ipaddr from "ipaddr.js";
import { SettingsError } from "@/lib/platform/env";
import { parseUrl } from "@/lib/platform/errors";
import { type Network, parseNetwork } from "@/lib/platform/ip-address";
import { env } from "./platform/env";
import { log } from "./platform/log";
import { counter, gauge } from "./platform/metrics";
import { oncePerProcess } from "./platform/process-state";

/** So often at most the file is looked at. */
const checkMs = 1_000;

interface Blocklist {
  /** Hosts in lower case, IDN as punycode; each covers its subdomains. */
  hosts: ReadonlySet<string>;
  networks: readonly Network[];
  /** Host → beginnings of paths. */
  paths: ReadonlyMap<string, readonly string[]>;
}

const none: Blocklist = { hosts: new Set(), networks: [], paths: new Map() };

interface State {
  list: Blocklist | undefined;
  /** What the file looked like when it was read last, so that a changed one is known. */
  stamp: string;
  checkedAt: number;
  /** When the list that holds was read. */
  readAt: Date | null;
  isChecking: boolean;
  /** Why it could not be read the last time; told once. */
  fault: string;
}

const state = oncePerProcess("blocklist", (): State => {
  const made: State = {
    list: undefined,
    stamp: "",
    checkedAt: 0,
    readAt: null,
    isChecking: false,
    fault: "",
  };
  gauge({
    name: "quietzone_blocklist_entries",
    aggregator: "first",
    help: "Hosts, networks and beginnings of addresses that no code may lead to.",
    collect() {
      const { hosts, networks, paths } = made.list ?? none;
      this.set(hosts.size + networks.length + paths.size);
    },
  });
  return made;
});

const failures = counter({
  name: "quietzone_blocklist_failures_total",
  help: "Times that a changed blocklist could not be read; the last good one stays.",
});

const reasons: Record<string, string> = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "this user may not read it",
};

/** Reads the list at the start. Throws a SettingsError where there is none to be read. */
export function openBlocklist(): void {
  const { blocklistFile: file } = env;
  if (file === undefined) {
    state.list = none;
    return;
  }
  try {
    const stamp = stampOf(statSync(file));
    state.list = parseBlocklist(readFileSync(file, "utf8"));
    state.stamp = stamp;
    state.checkedAt = performance.now();
    state.readAt = new Date();
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    throw new SettingsError([`BLOCKLIST_FILE must be the path of a list: ${reasons[code] ?? message}.`]);
  }
}

/** Whether the operator blocks this WHATWG `href`. A changed file holds within a second; one that can't be read changes nothing. */
export function findBlocked(href: string): boolean {
  if (state.list === undefined) openBlocklist();
  const list = state.list ?? none;
  if (env.blocklistFile !== undefined && performance.now() - state.checkedAt > checkMs) void check();
  return isListed(list, href);
}

/** What this process knows of the list, read again where its file has changed. */
export async function describeBlocklist(): Promise<{
  file: string | null;
  entries: number;
  readAt: Date | null;
  fault: string | null;
}> {
  if (state.list === undefined) openBlocklist();
  await check();
  const { hosts, networks, paths } = state.list ?? none;
  const entries = hosts.size + networks.length + [...paths.values()].flat().length;
  return { file: env.blocklistFile ?? null, entries, readAt: state.readAt, fault: state.fault || null };
}

/** Reads the file again where it has changed; no request waits for it. */
async function check(): Promise<void> {
  const { blocklistFile: file } = env;
  if (state.isChecking || file === undefined) return;
  state.isChecking = true;
  try {
    const stamp = stampOf(await stat(file));
    if (stamp === state.stamp) return;
    const text = await readFile(file, "utf8");
    // Known as read even where it is faulty: one warning for each change is enough.
    state.stamp = stamp;
    state.list = parseBlocklist(text);
    state.readAt = new Date();
    state.fault = "";
    log.info({ count: state.list.hosts.size }, "the blocklist was read again");
  } catch (error) {
    failures.inc();
    const { message } = error as Error;
    if (message !== state.fault) {
      log.warn({ err: error }, "the blocklist cannot be read; the last good one stays");
    }
    state.fault = message;
  } finally {
    state.checkedAt = performance.now();
    state.isChecking = false;
  }
}

function stampOf({ mtimeMs, size, ino }: { mtimeMs: number; size: number; ino: number }): string {
  return `${mtimeMs} ${size} ${ino}`;
}

/**
 * One entry a line: a host, which covers its subdomains; an address or a network (`203.0.113.0/24`); or the beginning of
 * a web address (`https://example.com/~them/`). `#` begins a comment. Throws for a line that is none of these.
 */
function parseBlocklist(text: string): Blocklist {
  const hosts = new Set<string>();
  const networks: Network[] = [];
  const paths = new Map<string, string[]>();
  for (const [index, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const entry = line.replace(/(?:^|\s)#.*$/, "").trim();
    if (entry === "") continue;
    const network = parseNetwork(entry.replace(/^\[(.*)\]$/, "$1"));
    const host = network === null ? readHost(entry) : null;
    if (network !== null) networks.push(network);
    else if (host !== null) hosts.add(host);
    else if (!addPath(paths, entry)) {
      throw new Error(`line ${index + 1} is no host, network or beginning of a web address`);
    }
  }
  return { hosts, networks, paths };
}

/** A host's one spelling; null for anything else. */
function readHost(text: string): string | null {
  if (/[/:@?#\\\s]/.test(text)) return null;
  const ascii = domainToASCII(text.replace(/^\*?\./, "")).replace(/\.$/, "");
  return /^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/.test(ascii) ? ascii : null;
}

function addPath(paths: Map<string, string[]>, text: string): boolean {
  const address = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  const url = text.includes("/") ? parseUrl(address) : null;
  if (url === null) return false;
  const { hostname, pathname, username } = url;
  if (hostname === "" || username !== "") return false;
  const host = plainHost(hostname);
  paths.set(host, [...(paths.get(host) ?? []), plainPath(pathname)]);
  return true;
}

/** Host and path of a canonical address, without a parser: it is asked at every redirect. */
const parts = /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::\d+)?([^?#]*)/;

function plainHost(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

function isListed({ hosts, networks, paths }: Blocklist, href: string): boolean {
  if (hosts.size === 0 && networks.length === 0 && paths.size === 0) return false;
  const [, hostname, path = "/"] = parts.exec(href) ?? [];
  if (hostname === undefined) return false;
  const host = plainHost(hostname);
  if (isBeginningListed(paths.get(host), path)) return true;
  for (let name = host; name !== ""; name = name.slice(name.indexOf(".") + 1)) {
    if (hosts.has(name)) return true;
    if (!name.includes(".")) break;
  }
  return networks.length > 0 && isWithin(host, networks);
}

function isBeginningListed(starts: readonly string[] | undefined, path: string): boolean {
  if (starts === undefined) return false;
  const plain = plainPath(path);
  return starts.some((start) => plain.startsWith(start));
}

/** One spelling of a path, whose dot segments are resolved already: no escape that needs none, no slash twice. */
function plainPath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (escaped) => {
      const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
    })
    .replace(/\/{2,}/g, "/");
}

function isWithin(host: string, networks: readonly Network[]): boolean {
  const text = host.replace(/^\[(.*)\]$/, "$1");
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return networks.some(([base, length]) => {
    return address.kind() === base.kind() && address.match(base as never, length);
  });
}
