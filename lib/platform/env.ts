import { resolve } from "node:path";
import type { z } from "zod";
import type { Network } from "./ip-address";
import { oncePerProcess } from "./process-state";
import { isUrlOf } from "./setting-parsers";
import { isDevInngest, type logLevels, settingsSchema } from "./settings-schema";
import { type TraceSettings, traceSettingsOf } from "./tracing/settings";

const settings = () => oncePerProcess("settings", () => readSettings(process.env));

/** The settings of this process, read at first use, which throws SettingsError if one is wrong; importing never fails. */
export const env: Settings = new Proxy({} as Settings, {
  get: (_, name) => Reflect.get(settings(), name),
  has: (_, name) => Reflect.has(settings(), name),
});

/** The names in the environment that have a value; an empty string counts as unset. */
export function listSetNames(): string[] {
  return Object.keys(process.env).filter((name) => process.env[name]?.trim());
}

/**
 * Where Next asks itself for the page that a form's answer leads to, or for an action of another page: this process, as it
 * listens. Next would else take the scheme of `BASE_URL` for its own. Call it before Next answers.
 */
export function prepareNext(port: number): void {
  process.env.__NEXT_PRIVATE_ORIGIN = `http://127.0.0.1:${port}`;
}

/** Hands next-auth what it reads from the environment alone; call it before next-auth answers. */
export function prepareSignIn(secret: string): void {
  Object.assign(process.env, { NEXTAUTH_URL: env.baseUrl, NEXTAUTH_SECRET: secret });
}

/**
 * Settles what Next and React read from the environment themselves, and adds the settings of a file `.env` to those
 * that are not set. Call it before the first use of `env` and before Next is loaded.
 */
export function prepareProcess(mode: "production" | "development"): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: "1" });
}

export interface Settings {
  nodeEnv: "production" | "development" | "test";
  port: number;
  /** The origin of every absolute URL that is given out; no slash at its end. */
  baseUrl: string;
  /** False while `baseUrl` is the default `http://localhost:<PORT>`; then every Host is accepted. */
  isBaseUrlSet: boolean;
  /** Further hosts (`host` or `host:port`, lower case) under which the service answers. */
  baseUrlAliases: string[];
  /** Absolute path. */
  dataDir: string;
  /** Unset: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | undefined;
  redisUrl: string | undefined;
  /** Set together with its token or not at all. */
  upstashRedisRestUrl: string | undefined;
  upstashRedisRestToken: string | undefined;
  trustedProxies: Network[];
  /** Headers, in lower case, in which a trusted proxy names the visitor's country (ISO 3166-1 alpha-2) and city. */
  geoCountryHeader: string | undefined;
  geoCityHeader: string | undefined;
  /** Absolute path of a MaxMind database of cities. */
  geoipCityDb: string | undefined;
  /** Absolute path of the list of hosts and addresses that no code may lead to. */
  blocklistFile: string | undefined;
  /** Days that scans are kept in detail; unset: for good. */
  scanRetentionDays: number | undefined;
  /** Networks that webhooks may reach though they are not public. */
  webhookAllowedNetworks: Network[];
  /** `host` or `host:port`; empty: the system's own. */
  webhookDnsServers: string[];
  webhookNat64: "refuse" | "decode";
  /** The n-th retry comes after base × factor^(n − 1) seconds. */
  webhookRetryBaseSeconds: number;
  webhookRetryFactor: number;
  webhookPauseAfterHours: number;
  eventRetentionDays: number;
  /** Who runs what is due without Inngest: the server itself, or processes of `npm run worker`. */
  worker: "server" | "separate";
  /** Where a process of `npm run worker` serves metrics and health; unset: it listens on nothing. */
  workerPort: number | undefined;
  /** Unset: jobs run on PostgreSQL. */
  inngest: InngestSettings | undefined;
  /** From a signal to stop on, while readiness says no and everything else is served as before. */
  shutdownDelaySeconds: number;
  logLevel: (typeof logLevels)[number];
  supportEmail: string | undefined;
  /** Signs sessions. Unset: one is made and kept in `dataDir` (`lib/platform/secrets.ts`). */
  authSecret: string | undefined;
  /** Encrypts what must be read again (webhook secrets, kept answers). Unset: as `authSecret`. */
  encryptionKey: string | undefined;
  /** Unset: mails are written to the log and, outside production, shown at /dev/mail. */
  smtpUrl: string | undefined;
  mailFrom: string | undefined;
  github: SignInProvider | undefined;
  google: SignInProvider | undefined;
  /** Unset: nothing is traced. */
  traces: TraceSettings | undefined;
}

/** What a provider gave the operator for sign-in. */
interface SignInProvider {
  id: string;
  secret: string;
}

export interface InngestSettings {
  eventKey: string | undefined;
  signingKey: string | undefined;
  signingKeyFallback: string | undefined;
  /** Unset: Inngest's cloud, or its dev server. */
  baseUrl: string | undefined;
  /** With a dev server nothing is signed. */
  isDev: boolean;
  /** Webhooks that it has delivered to at a time, over all servers. */
  concurrency: number;
}

/** Inngest runs the jobs when its event key or its dev server is named. */
function inngestOf(data: z.infer<typeof settingsSchema>): InngestSettings | undefined {
  const { INNGEST_DEV: dev = "0" } = data;
  const isDev = isDevInngest(dev);
  if (data.INNGEST_EVENT_KEY === undefined && !isDev) return undefined;
  return {
    eventKey: data.INNGEST_EVENT_KEY,
    signingKey: data.INNGEST_SIGNING_KEY,
    signingKeyFallback: data.INNGEST_SIGNING_KEY_FALLBACK,
    baseUrl: data.INNGEST_BASE_URL ?? (isUrlOf(dev, "http:", "https:") ? dev : undefined),
    isDev,
    concurrency: data.INNGEST_CONCURRENCY,
  };
}

function providerOf(id: string | undefined, secret: string | undefined): SignInProvider | undefined {
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

/** Settings that cannot be used: one sentence for each, saying what to change. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";

  constructor(readonly faults: string[]) {
    super(faults.join("\n"));
  }
}

/**
 * Reads the settings. An empty string counts as unset; a value is never repeated, since it may hold a secret.
 * Throws SettingsError with all faults at once.
 */
export function readSettings(source: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`));
  }
  const { data } = parsed;
  return {
    nodeEnv: data.NODE_ENV,
    port: data.PORT,
    baseUrl: data.BASE_URL ?? `http://localhost:${data.PORT}`,
    isBaseUrlSet: data.BASE_URL !== undefined,
    baseUrlAliases: data.BASE_URL_ALIASES,
    dataDir: resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL,
    redisUrl: data.REDIS_URL,
    upstashRedisRestUrl: data.UPSTASH_REDIS_REST_URL,
    upstashRedisRestToken: data.UPSTASH_REDIS_REST_TOKEN,
    trustedProxies: data.TRUSTED_PROXIES,
    geoCountryHeader: data.GEO_COUNTRY_HEADER,
    geoCityHeader: data.GEO_CITY_HEADER,
    geoipCityDb: data.GEOIP_CITY_DB === undefined ? undefined : resolve(data.GEOIP_CITY_DB),
    blocklistFile: data.BLOCKLIST_FILE === undefined ? undefined : resolve(data.BLOCKLIST_FILE),
    scanRetentionDays: data.SCAN_RETENTION_DAYS,
    webhookAllowedNetworks: data.WEBHOOK_ALLOWED_CIDRS,
    webhookDnsServers: data.WEBHOOK_DNS_SERVERS,
    webhookNat64: data.WEBHOOK_NAT64,
    webhookRetryBaseSeconds: data.WEBHOOK_RETRY_BASE_SECONDS,
    webhookRetryFactor: data.WEBHOOK_RETRY_FACTOR,
    webhookPauseAfterHours: data.WEBHOOK_PAUSE_AFTER_HOURS,
    eventRetentionDays: data.EVENT_RETENTION_DAYS,
    worker: data.WORKER,
    workerPort: data.WORKER_PORT,
    inngest: inngestOf(data),
    shutdownDelaySeconds: data.SHUTDOWN_DELAY_SECONDS,
    logLevel: data.LOG_LEVEL,
    supportEmail: data.SUPPORT_EMAIL,
    authSecret: data.AUTH_SECRET,
    encryptionKey: data.ENCRYPTION_KEY,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    github: providerOf(data.GITHUB_ID, data.GITHUB_SECRET),
    google: providerOf(data.GOOGLE_ID, data.GOOGLE_SECRET),
    traces: traceSettingsOf(data),
  };
}

/** What a dynamic code holds: an address of the service's own, that leads on. */
export function shortUrlOf(shortCode: string): string {
  return `${env.baseUrl}/r/${shortCode}`;
}
