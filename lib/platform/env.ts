import { resolve } from "node:path";
import type { z } from "zod";
import { oncePerProcess } from "./process-state";
import { isUrlOf } from "./setting-parsers";
import { isDevInngest, settingsSchema } from "./settings-schema";
import { traceSettingsOf } from "./tracing/settings";

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
 * @param config the configuration that Next was built with: it then reads no next.config.ts, which takes its compiler.
 */
export function prepareNext(port: number, config?: object): void {
  process.env.__NEXT_PRIVATE_ORIGIN = `http://127.0.0.1:${port}`;
  if (config) process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
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

/** Inngest runs the jobs when its event key or its dev server is named. */
function inngestOf(data: z.infer<typeof settingsSchema>) {
  const { INNGEST_DEV: dev = "0" } = data;
  const isDev = isDevInngest(dev);
  if (data.INNGEST_EVENT_KEY === undefined && !isDev) return undefined;
  return {
    eventKey: data.INNGEST_EVENT_KEY,
    signingKey: data.INNGEST_SIGNING_KEY,
    signingKeyFallback: data.INNGEST_SIGNING_KEY_FALLBACK,
    /** Unset: Inngest's cloud, or its dev server. */
    baseUrl: data.INNGEST_BASE_URL ?? (isUrlOf(dev, "http:", "https:") ? dev : undefined),
    /** With a dev server nothing is signed. */
    isDev,
    /** Webhooks that it has delivered to at a time, over all servers. */
    concurrency: data.INNGEST_CONCURRENCY,
  };
}

function providerOf(id: string | undefined, secret: string | undefined) {
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
export function readSettings(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}.`));
  }
  const { data } = parsed;
  return {
    nodeEnv: data.NODE_ENV,
    port: data.PORT,
    /** The origin of every absolute URL that is given out; no slash at its end. */
    baseUrl: data.BASE_URL ?? `http://localhost:${data.PORT}`,
    /** False while `baseUrl` is the default `http://localhost:<PORT>`; then every Host is accepted. */
    isBaseUrlSet: data.BASE_URL !== undefined,
    /** Further hosts (`host` or `host:port`, lower case) under which the service answers. */
    baseUrlAliases: data.BASE_URL_ALIASES,
    /** Absolute path. */
    dataDir: resolve(data.DATA_DIR),
    /** Unset: the embedded PostgreSQL in `dataDir`. */
    databaseUrl: data.DATABASE_URL,
    /** A streaming replica of the database; unset: all reads go to the database itself. */
    databaseReadUrl: data.DATABASE_READ_URL,
    redisUrl: data.REDIS_URL,
    /** Set together with its token or not at all. */
    upstashRedisRestUrl: data.UPSTASH_REDIS_REST_URL,
    upstashRedisRestToken: data.UPSTASH_REDIS_REST_TOKEN,
    trustedProxies: data.TRUSTED_PROXIES,
    /** Headers, in lower case, in which a trusted proxy names the visitor's country (ISO 3166-1 alpha-2) and city. */
    geoCountryHeader: data.GEO_COUNTRY_HEADER,
    geoCityHeader: data.GEO_CITY_HEADER,
    /** Absolute path of a MaxMind database of cities. */
    geoipCityDb: data.GEOIP_CITY_DB === undefined ? undefined : resolve(data.GEOIP_CITY_DB),
    /** Absolute path of the list of hosts and addresses that no code may lead to. */
    blocklistFile: data.BLOCKLIST_FILE === undefined ? undefined : resolve(data.BLOCKLIST_FILE),
    /** Days that scans are kept in detail; unset: for good. */
    scanRetentionDays: data.SCAN_RETENTION_DAYS,
    /** Networks that webhooks may reach though they are not public. */
    webhookAllowedNetworks: data.WEBHOOK_ALLOWED_CIDRS,
    /** `host` or `host:port`; empty: the system's own. */
    webhookDnsServers: data.WEBHOOK_DNS_SERVERS,
    /** Name servers that are asked about own domains, as `host` or `host:port`; empty: the system's own. */
    domainDnsServers: data.DOMAIN_DNS_SERVERS,
    /** Addresses that own domains may point to, beside those of the service's host. */
    domainTargets: data.DOMAIN_TARGETS,
    webhookNat64: data.WEBHOOK_NAT64,
    /** The n-th retry comes after base × factor^(n − 1) seconds. */
    webhookRetryBaseSeconds: data.WEBHOOK_RETRY_BASE_SECONDS,
    webhookRetryFactor: data.WEBHOOK_RETRY_FACTOR,
    webhookPauseAfterHours: data.WEBHOOK_PAUSE_AFTER_HOURS,
    eventRetentionDays: data.EVENT_RETENTION_DAYS,
    /** Who runs what is due without Inngest: the server itself, or processes of `npm run worker`. */
    worker: data.WORKER,
    /** Where a process of `npm run worker` serves metrics and health; unset: it listens on nothing. */
    workerPort: data.WORKER_PORT,
    /** Unset: jobs run on PostgreSQL. */
    inngest: inngestOf(data),
    /** From a signal to stop on, while readiness says no and everything else is served as before. */
    shutdownDelaySeconds: data.SHUTDOWN_DELAY_SECONDS,
    /** Pages say that everything on them is made up. */
    isDemo: data.DEMO !== undefined,
    logLevel: data.LOG_LEVEL,
    supportEmail: data.SUPPORT_EMAIL,
    /** Signs sessions. Unset: one is made and kept in `dataDir` (`lib/platform/secrets.ts`). */
    authSecret: data.AUTH_SECRET,
    /** Encrypts what must be read again (webhook secrets, kept answers). Unset: as `authSecret`. */
    encryptionKey: data.ENCRYPTION_KEY,
    /** Unset: mails are written to the log and, outside production, shown at /dev/mail. */
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    github: providerOf(data.GITHUB_ID, data.GITHUB_SECRET),
    google: providerOf(data.GOOGLE_ID, data.GOOGLE_SECRET),
    /** Unset: nothing is traced. */
    traces: traceSettingsOf(data),
  };
}

export type Settings = ReturnType<typeof readSettings>;
export type InngestSettings = NonNullable<Settings["inngest"]>;

/** What a dynamic code holds: an address that leads on. Of a path with a domain before it, on that domain. */
export function shortUrlOf(path: string): string {
  return path.includes("/") ? `https://${path}` : `${env.baseUrl}/r/${path}`;
}

/** Where the public image of a code is, by its short code or its id: on the service's own host, whatever its domain. */
export function publicImageUrl(name: string, format: "png" | "svg"): string {
  return `${env.baseUrl}/i/${name}.${format}`;
}

/** The hosts under which the service itself answers, without ports. */
export function listOwnHosts(): string[] {
  return [new URL(env.baseUrl).host, ...env.baseUrlAliases].map((host) => host.replace(/:\d+$/, ""));
}
