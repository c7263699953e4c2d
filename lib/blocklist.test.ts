import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { registry } from "./platform/metrics";

const folder = mkdtempSync(join(tmpdir(), "quietzone-blocklist-"));
const file = join(folder, "blocked.txt");
vi.stubEnv("BLOCKLIST_FILE", file);
vi.stubEnv("LOG_LEVEL", "silent");
writeFileSync(file, "");
const { findBlocked, openBlocklist } = await import("./blocklist");

afterAll(() => rmSync(folder, { recursive: true }));

const list = `
# known phishing
evil.example   # and all of its hosts
*.Wild.example
bücher.example
xn--80ak6aa92e.com
203.0.113.7
198.51.100.0/24
2001:db8:bad::/48
https://pages.example/~them/
pages.example/other
https://pages.example/%C3%A9//%62ad/
`;

function open(text: string): void {
  writeFileSync(file, text);
  openBlocklist();
}

describe("P3: the operator's blocklist", () => {
  beforeEach(() => open(list));

  it.each([
    "https://evil.example/",
    "http://evil.example:8080/x?y#z",
    "https://a.b.evil.example/",
    "https://evil.example./",
    "https://user:word@evil.example/",
    "https://wild.example/",
    "https://xn--bcher-kva.example/",
    "https://xn--80ak6aa92e.com/login",
    "http://203.0.113.7/",
    "http://198.51.100.200:81/x",
    "http://[2001:db8:bad::1]/",
    "http://[::ffff:198.51.100.1]/",
    "https://pages.example/~them/login",
    "http://pages.example/other",
    "https://pages.example/%7Ethem/login",
    "https://pages.example/~%74%68em/login",
    "https://pages.example///~them//login",
    "https://pages.example/a/..//%2e/~them/",
    "https://pages.example/a/%2E%2e/%6fther",
    "https://pages.example/é/bad/x",
    "https://pages.example/%c3%a9/bad/",
  ])("finds %s", (href) => expect(findBlocked(new URL(href).href)).toBe(true));

  it.each([
    "https://example/",
    "https://notevil.example/",
    "https://evil.example.com/",
    "https://good.example/?to=evil.example",
    "https://good.example/evil.example",
    "https://good.example/#@evil.example",
    "http://203.0.113.8/",
    "http://[2001:db8:bad0::1]/",
    "https://pages.example/~us/",
    "https://pages.example/~%2574hem/",
    "https://pages.example/%2F~them/",
    "https://pages.example/%zz~them/",
    "https://www.pages.example/~them/",
  ])("lets %s be", (href) => expect(findBlocked(new URL(href).href)).toBe(false));

  it("reads other spellings of an address as the browser does", () => {
    expect(findBlocked(new URL("http://0xcb007107/").href)).toBe(true);
    expect(findBlocked(new URL("https://EVIL。example/").href)).toBe(true);
  });
});

it("stops a start with a sentence that names the fault", () => {
  writeFileSync(file, "evil.example\nnot a host\n");
  expect(openBlocklist).toThrow(
    "BLOCKLIST_FILE must be the path of a list: line 2 is no host, network or beginning of a web address.",
  );
  rmSync(file);
  expect(openBlocklist).toThrow("BLOCKLIST_FILE must be the path of a list: there is no such file.");
});

it("P3: reads a changed file again, and keeps the last good list where it can't", async () => {
  open("evil.example\n");
  expect(findBlocked("https://new.example/")).toBe(false);
  appendFileSync(file, "new.example\n");
  await vi.waitFor(() => expect(findBlocked("https://new.example/")).toBe(true), 5_000);

  const failures = async () =>
    (await registry.getSingleMetric("quietzone_blocklist_failures_total")?.get())?.values[0]?.value;
  const before = await failures();
  for (const spoil of [() => writeFileSync(file, "is no host\n"), () => rmSync(file)]) {
    const known = (await failures()) ?? 0;
    spoil();
    await vi.waitFor(async () => {
      expect(findBlocked("https://new.example/")).toBe(true);
      expect(await failures()).toBeGreaterThan(known);
    }, 5_000);
  }
  expect(await failures()).toBeGreaterThan(before ?? 0);
  writeFileSync(file, "other.example\n");
  await vi.waitFor(() => expect(findBlocked("https://new.example/")).toBe(false), 5_000);
});
