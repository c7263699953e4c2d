import { describe, expect, it } from "vitest";
import { readSettings, SettingsError } from "./env";

function faultsOf(source: Record<string, string>): string[] {
  try {
    readSettings(source);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
  return [];
}

describe("settings", () => {
  it("uses the defaults for missing and empty settings", () => {
    const defaults = readSettings({});
    expect(defaults).toMatchObject({ port: 3000, baseUrl: "http://localhost:3000", isBaseUrlSet: false });
    expect(defaults.dataDir).toMatch(/^\/.*\/\.data$/);
    expect(readSettings({ PORT: "", BASE_URL: " ", DATABASE_URL: "", TRUSTED_PROXIES: "" })).toEqual(
      defaults,
    );
  });

  it("derives BASE_URL from PORT unless it is set", () => {
    expect(readSettings({ PORT: "8080" }).baseUrl).toBe("http://localhost:8080");
    const set = readSettings({ PORT: "8080", BASE_URL: "https://QR.example.com/" });
    expect(set).toMatchObject({ baseUrl: "https://qr.example.com", isBaseUrlSet: true });
  });

  it("reads comma-separated lists", () => {
    const { baseUrlAliases, trustedProxies } = readSettings({
      BASE_URL_ALIASES: "Old.example.com, https://older.example.com:8443",
      TRUSTED_PROXIES: "10.0.0.0/8, ::1",
    });
    expect(baseUrlAliases).toEqual(["old.example.com", "older.example.com:8443"]);
    expect(trustedProxies.map(([address, bits]) => `${address}/${bits}`)).toEqual(["10.0.0.0/8", "::1/128"]);
  });

  it.each([
    ["PORT", "abc", /^PORT must be a whole number from 1 to 65535\.$/],
    ["PORT", "0", /^PORT must be/],
    ["PORT", "65536", /^PORT must be/],
    ["PORT", "3000.5", /^PORT must be/],
    ["WORKER_PORT", "0", /^WORKER_PORT must be a whole number from 1 to 65535\.$/],
    ["BASE_URL", "qr.example.com", /^BASE_URL must be an absolute http or https address without a path/],
    ["BASE_URL", "ftp://example.com", /^BASE_URL must be/],
    ["BASE_URL", "https://example.com/qr", /^BASE_URL must be/],
    ["BASE_URL", "https://user@example.com", /^BASE_URL must be/],
    ["BASE_URL", "https://example.com?x=1", /^BASE_URL must be/],
    [
      "BASE_URL_ALIASES",
      "a.example, b/c",
      /^BASE_URL_ALIASES must be a list of host names .*"b\/c" is none\.$/,
    ],
    ["BASE_URL", "https://*.example.com", /^BASE_URL must be/],
    ["BASE_URL_ALIASES", "*.example.com", /"\*\.example\.com" is none\.$/],
    ["WEBHOOK_DNS_SERVERS", "10.0.0.53:0", /^WEBHOOK_DNS_SERVERS must be .*"10\.0\.0\.53:0" is none\.$/],
    ["SCAN_RETENTION_DAYS", "100000", /^SCAN_RETENTION_DAYS must be .* from 31 to 99999; leave it out/],
    ["SHUTDOWN_DELAY_SECONDS", "31", /^SHUTDOWN_DELAY_SECONDS must be a number from 0 to 30\.$/],
    ["SHUTDOWN_DELAY_SECONDS", "5s", /^SHUTDOWN_DELAY_SECONDS must be/],
    ["DATABASE_URL", "mysql://localhost/x", /^DATABASE_URL must be a PostgreSQL address/],
    ["DATABASE_URL", "localhost", /^DATABASE_URL must be/],
    [
      "DATABASE_READ_URL",
      "postgresql://localhost/x",
      /^DATABASE_URL must be set too, because DATABASE_READ_URL is set\.$/,
    ],
    ["REDIS_URL", "http://localhost", /^REDIS_URL must be a Redis address/],
    ["REDIS_URL", "redis://a:6379,b:6379", /^REDIS_URL must be .* separated by commas/],
    [
      "REDIS_URL",
      "redis://:one@a:6379,redis://:two@b:6379",
      /^REDIS_URL must be .* the same user and password/,
    ],
    [
      "TRUSTED_PROXIES",
      "10.0.0.0/8, 10.0.0.0/99",
      /^TRUSTED_PROXIES must be a list of networks .*"10\.0\.0\.0\/99" is none\.$/,
    ],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL must be one of trace, debug/],
    ["SUPPORT_EMAIL", "nobody", /^SUPPORT_EMAIL must be an email address\.$/],
    [
      "UPSTASH_REDIS_REST_URL",
      "https://x.upstash.io",
      /^UPSTASH_REDIS_REST_TOKEN must be set too, because UPSTASH_REDIS_REST_URL is set\.$/,
    ],
    ["UPSTASH_REDIS_REST_TOKEN", "secret", /^UPSTASH_REDIS_REST_URL must be set too/],
    ["INNGEST_EVENT_KEY", "key", /^INNGEST_SIGNING_KEY must be set too, because INNGEST_EVENT_KEY is set\.$/],
    [
      "INNGEST_SIGNING_KEY",
      "key",
      /^INNGEST_EVENT_KEY must be set too, because INNGEST_SIGNING_KEY is set\.$/,
    ],
  ])("rejects %s=%s with one sentence", (name, value, sentence) => {
    const faults = faultsOf({ [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(sentence);
  });

  it("needs no Inngest keys when INNGEST_DEV is 1", () => {
    const keys = [{}, { INNGEST_EVENT_KEY: "key" }, { INNGEST_SIGNING_KEY: "key" }];
    for (const key of keys) expect(faultsOf({ INNGEST_DEV: "1", ...key })).toEqual([]);
    expect(faultsOf({ INNGEST_DEV: "0", INNGEST_SIGNING_KEY: "key" })).toHaveLength(1);
  });

  it("reports all errors at once, without passwords", () => {
    const faults = faultsOf({ PORT: "x", DATABASE_URL: "mysql://u:hunter2@h/d", LOG_LEVEL: "x" });
    expect(faults).toHaveLength(3);
    expect(faults.join()).not.toContain("hunter2");
  });

  it.each([
    "postgres://localhost/x",
    "postgresql://u:p@db.example.com:5433/x",
    "postgresql:///x?host=/var/run/postgresql",
    "postgresql://u:p@/x?host=/var/run/postgresql",
    "postgresql://u:p@%2Frun%2Fpg:5432/x",
  ])("accepts %s as a database URL", (url) =>
    expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url),
  );
});
