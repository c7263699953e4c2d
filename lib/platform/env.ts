import { resolve } from "node:path";
import { z } from "zod";
import { type Network, parseNetwork } from "./addresses";
import { oncePerProcess } from "./process-state";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isUrlOf(text: string, ...protocols: string[]): boolean {
  const url = parseUrl(text);
  return url !== null && protocols.includes(url.protocol) && url.hostname !== "";
}

/** Also with the host as a parameter, as PostgreSQL's own tools write a socket's folder. */
function isDatabaseUrl(text: string): boolean {
  const url = parseUrl(text.replace("@/", "@socket/"));
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol)) return false;
  return url.hostname !== "" || url.searchParams.has("host");
}

function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== "");
}

/** `host` or `host:port` in lower case of a name or an origin; null if it is neither. */
function readHost(text: string): string | null {
  const origin = /^https?:\/\//i.test(text) ? text : `http://${text}`;
  return isOrigin(origin) ? new URL(origin).host : null;
}

/** A list whose every item `read` understands; the fault names the first that it does not. */
function listOf<T>(read: (item: string) => T | null, expected: string) {
  return z
    .string()
    .default("")
    .transform((text, context): T[] => {
      const items: T[] = [];
      for (const item of splitList(text)) {
        const value = read(item);
        if (value === null) context.addIssue(`must be a list of ${expected}, with commas; "${item}" is none`);
        else items.push(value);
      }
      return items;
    });
}

const url = (expected: string, ...protocols: string[]) =>
  z.string().refine((text) => isUrlOf(text, ...protocols), `must be ${expected}`);

const secret = z
  .string()
  .min(32, "must have 32 or more characters, like the output of: openssl rand -base64 32")
  .optional();

const headerName = z
  .string()
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/, "must be the name of a header, like CF-IPCountry")
  .transform((name) => name.toLowerCase())
  .optional();

/** Settings of which one is nothing without the other. */
const pairs = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["GOOGLE_ID", "GOOGLE_SECRET"],
] as const;

const settingsSchema = z
  .object({
    NODE_ENV: z
      .enum(["production", "development", "test"], 'must be "production", "development" or "test"')
      .default("production"),
    PORT: z
      .string()
      .default("3000")
      .refine(
        (text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535,
        "must be a whole number from 1 to 65535",
      )
      .transform(Number),
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
        "must be a whole number of days from 31 on; leave it out to keep every scan",
      )
      .transform(Number)
      .optional(),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
    SUPPORT_EMAIL: z.email("must be an e-mail address").optional(),
    AUTH_SECRET: secret,
    ENCRYPTION_KEY: secret,
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
  })
  .superRefine((settings, context) => {
    for (const [one, other] of pairs) {
      const [set, unset] = settings[one] ? [one, other] : [other, one];
      if (Boolean(settings[one]) === Boolean(settings[other])) continue;
      context.addIssue({ code: "custom", path: [unset], message: `must be set too, because ${set} is set` });
    }
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
}

/** What a provider gave the operator for sign-in. */
interface SignInProvider {
  id: string;
  secret: string;
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
    logLevel: data.LOG_LEVEL,
    supportEmail: data.SUPPORT_EMAIL,
    authSecret: data.AUTH_SECRET,
    encryptionKey: data.ENCRYPTION_KEY,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    github: providerOf(data.GITHUB_ID, data.GITHUB_SECRET),
    google: providerOf(data.GOOGLE_ID, data.GOOGLE_SECRET),
  };
}

const settings = () => oncePerProcess("settings", () => readSettings(process.env));

/**
 * The settings of this process, read at first use, so that importing this file never fails.
 * The first use throws SettingsError if one is wrong.
 */
export const env: Settings = new Proxy({} as Settings, {
  get: (_, name) => Reflect.get(settings(), name),
  has: (_, name) => Reflect.has(settings(), name),
});

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
