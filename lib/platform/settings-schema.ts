import { z } from "zod";
import { normalizeAddress, parseNetwork } from "./ip-address";
import {
  headerName,
  isDatabaseUrl,
  isOrigin,
  isRedisUrl,
  isUrlOf,
  listOf,
  number,
  port,
  readHost,
  readNameServer,
  secret,
  url,
} from "./setting-parsers";
import { findForeignProtocol, traceSettingsShape } from "./tracing/settings";

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Settings of which one is nothing without the other. */
const pairs = [
  ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"],
  ["GITHUB_ID", "GITHUB_SECRET"],
  ["GOOGLE_ID", "GOOGLE_SECRET"],
] as const;
/** Settings that are nothing without the second one, which works alone. */
const needs = [
  ["SMTP_URL", "MAIL_FROM"],
  ["DATABASE_READ_URL", "DATABASE_URL"],
] as const;
/** Another pair, but for its dev server, where nothing is signed. */
const inngestKeys = ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"] as const;

export function isDevInngest(dev = "0"): boolean {
  return dev !== "0" && dev !== "false";
}

/** Each setting as an operator may write it; a fault's words follow the setting's name. */
export const settingsSchema = z
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
    DATABASE_READ_URL: z
      .string()
      .refine(
        isDatabaseUrl,
        "must be the address of a replica, like postgresql://user:password@host:5432/database",
      )
      .optional(),
    REDIS_URL: z
      .string()
      .refine(
        isRedisUrl,
        "must be a Redis address like redis://host:6379, or several of one Redis Cluster, separated by commas and with the same user and password",
      )
      .optional(),
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
    DOMAIN_DNS_SERVERS: listOf(readNameServer, "addresses of name servers like 10.0.0.53 or 127.0.0.1:5353"),
    DOMAIN_TARGETS: listOf(normalizeAddress, "addresses like 203.0.113.7 or 2001:db8::7"),
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
    INNGEST_CONCURRENCY: number(1, 1_000, 64).refine(
      Number.isInteger,
      "must be a whole number from 1 to 1000",
    ),
    DEMO: z.enum(["true"], 'must be "true"; leave it out if this is no demo').optional(),
    LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(", ")}`).default("info"),
    SUPPORT_EMAIL: z.email("must be an email address").optional(),
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
    for (const [set, needed] of needs) {
      if (!settings[set] || settings[needed]) continue;
      context.addIssue({ code: "custom", path: [needed], message: `must be set too, because ${set} is set` });
    }
  });
