import { resolve } from "node:path";
import { z } from "zod";
import { type Network, parseNetwork } from "./addresses";
import {
  headerName,
  isDatabaseUrl,
  isOrigin,
  isUrlOf,
  listOf,
  number,
  port,
  readHost,
  readNameServer,
  secret,
  url,
} from "./setting-values";
import {
  findForeignProtocol,
  type TraceSettings,
  traceSettingsOf,
  traceSettingsShape,
} from "./trace-settings";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Settings of which one is nothing without the other. */
const pairs = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["GOOGLE_ID", "GOOGLE_SECRET"],
] as const;
/** Another pair, but for its dev server, where nothing is signed. */
const inngestKeys = ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const;

function isDevInngest(dev = "0"): boolean {
  return dev !== "0" && dev !== "false";
}

const settingsSchema = z
  .object({
    NODE_ENV: z
      .enum(["production", "development", "test"], 'must be "production", "development" or "test"')
      .default("production"),
    PORT: port.default(3_000),
    BASE_URL: z
      .string()
      .refine(
        isOrigin,
        "must be an absolute http or https address without a path, like https://qr.example.com",
      )
      .transform((text) => new URL(text).origin)
      .optional(),
    BASE_URL_ALIASES: listOf(readHost, "host names like old.example.com"),
    DATA_DIR: z.string().default(".data"),
    DATABASE_URL: z
      .string()
      .refine(
        isDatabaseUrl,
        "must be a PostgreSQL address like postgresql://user:password@host:5432/database",
      )
      .optional(),
    REDIS_URL: url("a Redis address like redis://host:6379", "redis:", "rediss:").optional(),
    UPSTASH_REDIS_REST_URL: url("the https address of the REST interface", "https:", "http:").optional(),
    UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
    TRUSTED_PROXIES: listOf(parseNetwork, "networks like 10.0.0.0/8 or addresses"),
    GEO_COUNTRY_HEADER: headerName,
    GEO_CITY_HEADER: headerName,
    GEOIP_CITY_DB: z.string().optional(),
    BLOCKLIST_FILE: z.string().optional(),
    SCAN_RETENTION_DAYS: z
      .string()
      .refine(
        (text) => /^\d{1,5}$/.test(text) && Number(text) >= 31,
        "must be a whole number of days from 31 to 99999; leave it out to keep every scan",
      )
      .transform(Number)
      .optional(),
    WEBHOOK_ALLOWED_CIDRS: listOf(parseNetwork, "networks like 10.0.0.0/8 or addresses").refine(
      (networks) => networks.every(([, length]) => length > 1),
      "must not let in every address; name the networks of your own receivers",
    ),
    WEBHOOK_DNS_SERVERS: listOf(readNameServer, "addresses of name servers like 10.0.0.53 or 127.0.0.1:5353"),
    WEBHOOK_NAT64: z.enum(["refuse", "decode"], 'must be "refuse" or "decode"').default("refuse"),
    WEBHOOK_RETRY_BASE_SECONDS: number(0, 86_400, 60),
    WEBHOOK_RETRY_FACTOR: number(1, 100, 5),
    WEBHOOK_PAUSE_AFTER_HOURS: number(0, 8_760, 24),
    EVENT_RETENTION_DAYS: number(1, 3_650, 30),
    WORKER: z.enum(["server", "separate"], 'must be "server" or "separate"').default("server"),
    WORKER_PORT: port.optional(),
    INNGEST_EVENT_KEY: z.string().optional(),
    INNGEST_SIGNING_KEY: z.string().optional(),
    INNGEST_SIGNING_KEY_FALLBACK: z.string().optional(),
    INNGEST_BASE_URL: url("the address of your Inngest server", "http:", "https:").optional(),
    INNGEST_DEV: z
      .string()
      .refine(
        (text) => ["1", "true", "0", "false"].includes(text) || isUrlOf(text, "http:", "https:"),
        'must be "1", "0" or the address of the Inngest dev server',
      )
      .optional(),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
    SUPPORT_EMAIL: z.email("must be an e-mail address").optional(),
    AUTH_SECRET: secret,
    ENCRYPTION_KEY: secret,
    SHUTDOWN_DELAY_SECONDS: number(0, 30, 0),
    SMTP_URL: url(
      "a mail server's address like smtps://user:password@host:465",
      "smtp:",
      "smtps:",
    ).optional(),
    MAIL_FROM: z
      .string()
      .regex(
        /^(?:[^<>\r\n]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
        'must be an address like mail@example.com or "Name <mail@example.com>"',
      )
      .optional(),
    GITHUB_ID: z.string().optional(),
    GITHUB_SECRET: z.string().optional(),
    GOOGLE_ID: z.string().optional(),
    GOOGLE_SECRET: z.string().optional(),
    ...traceSettingsShape,
  })
  .superRefine((settings, context) => {
    const isDev = isDevInngest(settings.INNGEST_DEV);
    for (const [one, other] of isDev ? pairs : [...pairs, inngestKeys]) {
      const [set, unset] = settings[one] ? [one, other] : [other, one];
      if (Boolean(settings[one]) === Boolean(settings[other])) continue;
      context.addIssue({ code: "custom", path: [unset], message: `must be set too, because ${set} is set` });
    }
    const foreign = findForeignProtocol(settings);
    if (foreign) context.addIssue({ code: "custom", path: [foreign.name], message: foreign.message });
    if (settings.SMTP_URL && !settings.MAIL_FROM) {
      context.addIssue({
        code: "custom",
        path: ["MAIL_FROM"],
        message: "must be set too, because SMTP_URL is set",
      });
    }
  });

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
  /** Where a process of `npm run worker` tells of itself; unset: it listens on nothing. */
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
