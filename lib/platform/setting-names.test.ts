import { expect, it, vi } from "vitest";
import { log } from "./log";
import { findUnknownSettings, warnOfUnknownSettings } from "./setting-names";
import { settingsSchema } from "./settings-schema";

it.each([
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["SMPT_URL", "SMTP_URL"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["BASEURL", "BASE_URL"],
  ["WEBHOOK_ALLOWED_CIDR", "WEBHOOK_ALLOWED_CIDRS"],
  ["QUIETZONE_SMTP_URL", "SMTP_URL"],
  ["QUIETZONE_PORT", "PORT"],
  ["QUIETZONE_TRUSTED_PROXY", "TRUSTED_PROXIES"],
])("for %s suggests the name %s", (name, meant) => {
  expect(findUnknownSettings([name])).toEqual([
    { name, sentence: `${name} is not a setting; did you mean ${meant}?` },
  ]);
});

it("points to the documentation for an unknown QUIETZONE_ name", () => {
  expect(findUnknownSettings(["QUIETZONE_COLOUR"])[0]?.sentence).toMatch(
    /^QUIETZONE_COLOUR is not a setting; docs\/settings\.md/,
  );
});

it("ignores known settings and variables of other programs", () => {
  const others =
    "PATH HOME HOST HOSTNAME USER SHELL LANG TERM PWD OLDPWD SHLVL LOGNAME EDITOR WORKDIR TMPDIR PS1 MAIL CI TZ " +
    "GITHUB_ENV GITHUB_SHA GITHUB_REF GITHUB_JOB NODE_PATH NODE_OPTIONS npm_config_cache PGHOST PGPORT KUBERNETES_PORT REDIS_PORT " +
    "OTEL_METRICS_EXPORTER OTEL_LOGS_EXPORTER OTEL_PROPAGATORS INVOCATION_ID JOURNAL_STREAM";
  expect(findUnknownSettings([...Object.keys(settingsSchema.shape), ...others.split(" ")])).toEqual([]);
});

it("ignores what Kubernetes sets for a service called quietzone", () => {
  const names = ["HOST", "PORT", "PORT_HTTP"].map((name) => `QUIETZONE_SERVICE_${name}`);
  const ofPort = ["", "_80_TCP", "_80_TCP_ADDR", "_80_TCP_PORT"].map((name) => `QUIETZONE_PORT${name}`);
  expect(findUnknownSettings([...names, ...ofPort])).toEqual([]);
  expect(findUnknownSettings(["QUIETZONE_SERVICE_HOST", "QUIETZONE_COLOUR"])).toHaveLength(1);
});

it("logs a warning with the name and without the value", () => {
  const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  vi.stubEnv("SMPT_URL", "smtp://user:canary@host");
  vi.stubEnv("TRUSTED_PROXY", " ");
  warnOfUnknownSettings();
  // Names of the test run itself are the run's.
  expect(warn.mock.calls.filter(([{ setting = "" }]) => !setting.startsWith("QUIETZONE_TEST_"))).toEqual([
    [{ setting: "SMPT_URL" }, "SMPT_URL is not a setting; did you mean SMTP_URL?"],
  ]);
});
