import { existsSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { newBase62, newId } from "@/lib/platform/ids";
import { keyOfPath, listAliases } from "@/lib/platform/short-path";
import { findSlugChangeFaults, findSlugFaults, maxAliases } from "./slug";

const codeOf = (slug: string, isDynamic = true, isOnDomain = false) => {
  const [fault] = findSlugFaults(slug, { isDynamic, isOnDomain });
  return fault === undefined ? null : [fault.code, fault.details?.[0]?.field, fault.details?.[0]?.code];
};
const refused = (code: string) => ["validation_failed", "slug", code];
const reserved = ["slug_reserved", "slug", "slug_reserved"];

describe("findSlugFaults", () => {
  it.each(["menu", "Summer-Menu_2", "-_-_", "0000", "abcdefg", "abcdefghi", "abcd-fgh", "a".repeat(60)])(
    "accepts %j",
    (slug) => expect(codeOf(slug)).toBeNull(),
  );

  it.each([
    ["", "too_short"],
    ["abc", "too_short"],
    ["a".repeat(61), "too_long"],
    ["a b c", "invalid_characters"],
    ["menü", "invalid_characters"],
    ["menu\n", "invalid_characters"],
    ["ｍｅｎｕ", "invalid_characters"],
    ["menu.html", "invalid_characters"],
    ["menu+", "invalid_characters"],
  ])("refuses %j: %s", (slug, code) => expect(codeOf(slug)).toEqual(refused(code)));

  it.each([
    "../api",
    "..",
    "%2e%2e",
    "%2e%2e%2fapi",
    "menu%00",
    "menu\0",
    "menu%2fapi",
    "menu/api",
    "menu\\api",
    "menu?x",
  ])("P9: refuses %j, which could name another path", (slug) =>
    expect(codeOf(slug)?.[0]).toBe("validation_failed"),
  );

  it("P8: refuses slugs that look like a generated code or an id", () => {
    for (const slug of ["abcdefgh", "12345678", newBase62(8)])
      expect(codeOf(slug)).toEqual(refused("not_allowed"));
    for (const slug of [newId(), newId().toUpperCase()]) expect(codeOf(slug)).toEqual(refused("not_allowed"));
  });

  it.each([
    "api",
    "r",
    "01",
    ".well-known",
    "report",
    "robots.txt",
    "favicon.ico",
    "sitemap.xml",
    "Docs",
    "SIGN-IN",
  ])("P8: refuses the reserved word %j in any case", (slug) => expect(codeOf(slug)).toEqual(reserved));

  it("P8: refuses the first segment of every path of the service", () => {
    const own = [
      ...listFirstParts("app"),
      ...(existsSync("public") ? readdirSync("public") : []),
      "_next",
      "metrics",
    ];
    expect(own.length).toBeGreaterThan(25);
    expect(own.filter((part) => codeOf(part)?.[0] !== "slug_reserved")).toEqual([]);
  });

  it("accepts short slugs and 8 letters or digits on a custom domain", () => {
    for (const slug of ["a", "42", "abcdefgh", "a".repeat(60)]) expect(codeOf(slug, true, true)).toBeNull();
    expect(codeOf("", true, true)).toEqual(refused("too_short"));
    expect(codeOf("a".repeat(61), true, true)).toEqual(refused("too_long"));
    expect(codeOf("a/b", true, true)).toEqual(refused("invalid_characters"));
    for (const slug of ["api", "R", "01", "Report"]) expect(codeOf(slug, true, true)).toEqual(reserved);
  });

  it("refuses any slug for a static code", () => {
    expect(codeOf("menu", false)).toEqual(refused("dynamic_only"));
  });
});

/** Folders in brackets are no part of an address; files there are addresses only where Next serves them as such. */
function listFirstParts(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) {
      if (/^robots\.ts$|^sitemap\.ts$/.test(entry.name))
        return [entry.name.replace(/ts$/, entry.name[0] === "r" ? "txt" : "xml")];
      return /\.(ico|svg|png|txt|xml)$/.test(entry.name) ? [entry.name] : [];
    }
    return entry.name.startsWith("(") ? listFirstParts(`${folder}/${entry.name}`) : [entry.name];
  });
}

describe("findSlugChangeFaults", () => {
  const caller = (plan: "free" | "pro", environment: "production" | "sandbox" = "production") =>
    ({ accountId: "", plan, environment, key: null }) as const;
  const row = {
    slug: "menu",
    shortCode: "aZ09bY18",
    host: null,
    paths: ["menu", "Docs", "go.example.com/Bar"],
  };
  const faultsOf = (by: Parameters<typeof findSlugChangeFaults>[0], of: typeof row, slug: string | null) =>
    findSlugChangeFaults(by, of, { slug, host: null });

  it.each([null, "menu", "MENU", "docs"])("accepts the code's own %j on any plan", (slug) => {
    expect(faultsOf(caller("free"), row, slug)).toEqual([]);
  });

  it("P8: ignores case only for the letters A to Z", () => {
    const kelvin = "\u212Aiosk";
    const [fault] = faultsOf(caller("pro"), { ...row, slug: "kiosk", paths: ["kiosk"] }, kelvin);
    expect(fault).toMatchObject({ code: "validation_failed", details: [{ code: "invalid_characters" }] });
  });

  it("refuses a new slug on Free, in the sandbox and beyond ten aliases", () => {
    const change = (by: Parameters<typeof findSlugChangeFaults>[0]) => () => faultsOf(by, row, "other");
    expect(change(caller("free"))).toThrow(expect.objectContaining({ code: "plan_required" }));
    expect(change(caller("pro", "sandbox"))).toThrow(expect.objectContaining({ code: "sandbox_forbidden" }));
    expect(change(caller("pro"))()).toEqual([]);
    const paths = Array.from({ length: maxAliases }, (_, at) => `menu-${at}`);
    const [fault] = faultsOf(caller("pro"), { ...row, slug: "menu-0", paths }, "other");
    expect(fault).toMatchObject({ code: "alias_limit", details: [{ field: "slug", max: 10 }] });
    expect(faultsOf(caller("pro"), { ...row, slug: "menu-0", paths }, "MENU-9")).toEqual([]);
  });

  it("accepts the code's paths on another host, and checks the plan only for a new slug", () => {
    const on = (by: Parameters<typeof findSlugChangeFaults>[0], slug: string | null, host: string) =>
      findSlugChangeFaults(by, row, { slug, host });
    expect(on(caller("free"), "bar", "go.example.com")).toEqual([]);
    expect(on(caller("free"), "menu", "go.example.com")).toEqual([]);
    expect(on(caller("free"), null, "go.example.com")).toEqual([]);
    expect(() => on(caller("free"), "other", "go.example.com")).toThrow(
      expect.objectContaining({ code: "plan_required" }),
    );
  });
});

it("listAliases lists all other paths of a code, the generated code last", () => {
  const paths = ["b-menu", "A-Menu"];
  const shortCode = "aZ09bY18";
  const host = "go.example.com";
  expect(listAliases({ slug: "B-menu", shortCode, host: null, paths })).toEqual(["A-Menu", shortCode]);
  expect(listAliases({ slug: null, shortCode, host: null, paths })).toEqual(paths);
  expect(listAliases({ slug: null, shortCode: null, host: null, paths: [] })).toEqual([]);
  const moved = [`${host}/B-menu`, ...paths];
  expect(listAliases({ slug: "b-menu", shortCode, host, paths: moved })).toEqual([...paths, shortCode]);
  expect(listAliases({ slug: null, shortCode, host, paths: [`${host}/${shortCode}`] })).toEqual([shortCode]);
});

it("P8: keyOfPath lower-cases slugs, but not generated codes on the service's host", () => {
  expect(["aZ09bY18", "Menu", "Summer-1", "aZ09bY189"].map((path) => keyOfPath(path))).toEqual([
    "aZ09bY18",
    "menu",
    "summer-1",
    "az09by189",
  ]);
  expect(keyOfPath("aZ09bY18", "0192f4c8")).toBe("0192f4c8/az09by18");
});
