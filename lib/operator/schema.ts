import { z } from "zod";
import type { Usage } from "@/lib/accounts/schema";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import type { ContentType } from "@/lib/content/schema";
import type { Plan } from "@/lib/plans";
import { domainPathSource, shortPathSource } from "@/lib/platform/short-path";
import type { ReportReason } from "@/lib/reports/schema";

/** Accounts of one page of the list. */
export const pageAccounts = 25;
/** Reported codes of one page. */
export const pageReported = 25;
/** Most characters that a search takes. */
export const longestSearch = 254;

export const accountSorts = ["newest", "codes", "scans"] as const;
export type AccountSort = (typeof accountSorts)[number];

/** What is looked for among all accounts. */
export interface AccountQuery {
  /** Part of an address or a name, a short code, a slug, a short URL, or an id; "" is every account. */
  q: string;
  sort: AccountSort;
  /** Counted from 1. */
  page: number;
}

export interface ListedAccount {
  accountId: string;
  /** Null for an account without a user. */
  email: string | null;
  name: string | null;
  isOperator: boolean;
  plan: Plan;
  codes: number;
  /** Of this calendar month (UTC), production alone. */
  scans: number;
  createdAt: string;
  lastSignInAt: string | null;
}

/** Where in a list a page is. */
interface Paged {
  page: number;
  pages: number;
  total: number;
}

export interface AccountPage extends Paged {
  accounts: ListedAccount[];
}

/** The person of an account. */
export interface AccountPerson {
  userId: string;
  email: string;
  name: string | null;
  isOperator: boolean;
  hasPassword: boolean;
  providers: string[];
  lastSignInAt: string | null;
  /** Browsers that are signed in. */
  sessions: number;
  /** When a second step at sign-in was turned on; null: it is off. */
  twoFactorSince: string | null;
  recoveryCodesLeft: number;
  /** A link to another address was mailed and still works. */
  isChangingEmail: boolean;
}

export interface AccountCode {
  id: string;
  name: string;
  type: ContentType;
  /** Where a code of an address leads; what other types hold is not shown. */
  target: string | null;
  shortCode: string | null;
  isSandbox: boolean;
  isSuspended: boolean;
  scanCount: number;
}

export interface AccountWebhook {
  id: string;
  name: string;
  host: string;
  isSandbox: boolean;
  isActive: boolean;
  /** Paused by the service, because it failed. */
  isDisabled: boolean;
  eventCount: number;
  failureCount: number;
}

export interface AccountReport {
  id: string;
  shortCode: string;
  reason: ReportReason;
  note: string | null;
  createdAt: string;
  isSettled: boolean;
}

/** All that the operator sees of an account: no secret, no scan of a person, nothing that a code holds but addresses. */
export interface AccountView {
  accountId: string;
  plan: Plan;
  createdAt: string;
  person: AccountPerson | null;
  usage: Usage;
  keys: ApiKeyResource[];
  webhooks: AccountWebhook[];
  /** The most scanned first. */
  codes: AccountCode[];
  requests: { id: string; plan: Plan; note: string | null; createdAt: string; resolvedAt: string | null }[];
  questions: AccountQuestion[];
  reports: AccountReport[];
  /** What was done to it last, newest first. */
  audit: { id: string; action: string; createdAt: string; by: "person" | "key" | "operator" | "service" }[];
}

interface AccountQuestion {
  id: string;
  subject: string;
  message: string;
  createdAt: string;
  isPriority: boolean;
  isAnswered: boolean;
}

/** Codes that were reported, one each. */
export interface ReportedCode {
  shortCode: string;
  shortUrl: string;
  /** Open reports, or dismissed ones. */
  count: number;
  latestAt: string;
  reasons: { reason: ReportReason; count: number }[];
  /** The newest that say something, a few. */
  notes: { id: string; reason: ReportReason; note: string; createdAt: string }[];
  /** Null where the code was deleted. */
  code: ReportedCodeFacts | null;
}

interface ReportedCodeFacts {
  id: string;
  name: string;
  type: ContentType;
  target: string | null;
  /** Where its rules and its fallback lead besides. */
  otherTargets: string[];
  accountId: string;
  email: string | null;
  plan: Plan;
  scanCount: number;
  suspendedAt: string | null;
  suspendedReason: string | null;
}

export interface ReportedPage extends Paged {
  codes: ReportedCode[];
}

/** A code as it is looked up. */
export interface CodeView {
  id: string;
  name: string;
  type: ContentType;
  shortCode: string | null;
  shortUrl: string | null;
  target: string | null;
  /** Where its rules and its fallback lead besides. */
  otherTargets: string[];
  /** Whether the blocklist stops one of them already. */
  isBlocked: boolean;
  earlierTargets: number;
  accountId: string | null;
  email: string | null;
  plan: Plan | null;
  isSandbox: boolean;
  scanCount: number;
  lastScannedAt: string | null;
  createdAt: string;
  updatedAt: string;
  suspended: { since: string; reason: string } | null;
  /** All of them, those of them that wait, and the newest. */
  reports: { count: number; waiting: number; latest: AccountReport[] };
}

export interface SuspendedCode {
  id: string;
  name: string;
  shortCode: string;
  target: string | null;
  accountId: string;
  email: string | null;
  since: string;
  reason: string;
}

/** The address of the account that is to be deleted, written by the operator. */
export const removalSchema = z.object({ email: z.string().min(1).max(1_000) });

const pastedPath = new RegExp(`^(?:(?:\\S*?/)?(?:r|report)/)?(${shortPathSource})(?:[+/?#].*)?$`);

const pastedOnDomain = new RegExp(
  `^(?:https?://)?((?:[a-z0-9-]+\\.)+[a-z0-9-]+)/(?:report/)?(${domainPathSource})(?:[+/?#].*)?$`,
  "i",
);

/**
 * What somebody pasted, as a code is named: its id, its short code, a slug of it, or any address that ends in `/r/` and one,
 * whatever host it names; of an address on a domain host and path. Null where it is none of these.
 */
export function readCodeName(text: string): string | null {
  return listCodeNames(text).at(-1) ?? null;
}

/** As `readCodeName`; of an address with `/report/` first as on a domain, which has that page for its own codes. */
export function listCodeNames(text: string): string[] {
  const pasted = text.trim();
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(pasted)) return [pasted.toLowerCase()];
  const path = pastedPath.exec(pasted)?.[1];
  const [, host, onDomain] = pastedOnDomain.exec(pasted) ?? [];
  return [
    ...(host !== undefined && onDomain !== "r" ? [`${host.toLowerCase()}/${onDomain}`] : []),
    ...(path !== undefined ? [path] : []),
  ];
}

/** Free disk space at which the operator gets a notice, and at which writes may soon fail. */
const littleShare = 0.1;
const noneShare = 0.02;

/** How much of a disk is free: enough, little, or next to nothing. */
export function evaluateDisk({
  freeBytes,
  totalBytes,
}: {
  freeBytes: number;
  totalBytes: number;
}): "well" | "watch" | "fault" {
  if (freeBytes < noneShare * totalBytes) return "fault";
  return freeBytes < littleShare * totalBytes ? "watch" : "well";
}

/** How the parts of the service are, as far as this process can know; what it cannot is null, and said to be unknown. */
export interface Health {
  readAt: string;
  database: {
    isEmbedded: boolean;
    version: string;
    bytes: number;
    connections: number;
    maxConnections: number;
    /** Of the transaction that is open for the longest, except this one. */
    oldestTransactionSeconds: number;
    replicas: number;
  };
  migrations: { applied: number; last: string | null; unfinished: string[] };
  /** `isDegraded` null: nothing was counted in this process yet. */
  rateLimits: { store: "memory" | "redis" | "upstash"; isDegraded: boolean | null };
  deliveries: {
    engine: "postgres" | "inngest";
    /** Whether servers deliver, or processes of their own. */
    runsIn: "server" | "separate";
    /** Processes that deliver, connected now; of the engine on PostgreSQL. */
    workers: number;
    activeWebhooks: number;
    pausedWebhooks: number;
    eventsWaiting: number;
    deliveriesWaiting: number;
    oldestDueSeconds: number;
    lastSentAt: string | null;
    /** Since a restore that left it to the operator what becomes of what waited; null: nothing is held. */
    heldSince: string | null;
  };
  scans: {
    /** Kept in detail in the last minute, by whichever process. */
    lastMinute: number;
    /** Null: no visit came to this process yet. */
    isSpooling: boolean | null;
    /** Since this process started. */
    lost: number;
    spool: { files: number; bytes: number; refused: number } | null;
  };
  rollups: {
    /** Scans that no document holds yet. */
    unrolled: number;
    /** For how long a whole day of some account has waited to be rolled; 0: none does. */
    lateSeconds: number;
    daysToCount: number;
    purges: number;
  };
  /** Null: this process repeats no tasks. */
  tasks: { name: string; everyMs: number; endedAt: string | null; hasFailed: boolean }[] | null;
  /** Null: it cannot be asked. */
  disk: { folder: string; freeBytes: number; totalBytes: number } | null;
  process: {
    version: string;
    node: string;
    uptimeSeconds: number;
    memoryBytes: number;
    /** 99 of 100 waits of the event loop since the last look were shorter; null: nobody measures it here. */
    loopDelayMs: number | null;
  };
  mail: { isSet: boolean; isOperatorTold: boolean; waiting: number; oldestSeconds: number };
  blocklist: { file: string | null; entries: number; readAt: string | null; fault: string | null };
}
