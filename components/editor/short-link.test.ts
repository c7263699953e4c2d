import { describe, expect, it } from "vitest";
import type { EditedCode } from "./editor-state";
import { describeRename, everHadSlug, findSlugFault, nameDomain, prefixOn, shortUrlWith } from "./short-link";

const host = "https://quietzone.example/r/";
const generated = `${host}aZ09bY18`;
const own = "go.halden.example";
const code = (slug: string | null, aliases: readonly string[] = []) =>
  ({ shortUrl: slug === null ? generated : host + slug, slug, domain: null, aliases }) as EditedCode;
const ownCode = (slug: string, aliases: readonly string[] = []) =>
  ({ shortUrl: `https://${own}/${slug}`, slug, domain: own, aliases }) as EditedCode;

describe("the short URL in the editor", () => {
  it.each(["", "menu", "Menu_24", "-menu-2", "m".repeat(60), "123456789"])("accepts the slug %j", (slug) => {
    expect(findSlugFault(slug)).toBeUndefined();
  });

  it.each(["men", "m".repeat(61), "menü-24", "menu 24", "menu/24", "https://quietzone.example/r/menu"])(
    "rejects the slug %j and states the allowed length and characters",
    (slug) => {
      expect(findSlugFault(slug)).toBe("Use 4 to 60 letters, digits, hyphens and underscores.");
    },
  );

  it("rejects a slug of 8 letters and digits, which generated links use", () => {
    expect(findSlugFault("summer24")).toMatch("look like a generated link");
    expect(findSlugFault("summer-24")).toBeUndefined();
  });

  it("shows the entered slug, else the code's generated path, else a placeholder", () => {
    expect(shortUrlWith(host, "menu-24", code("menu-24"))).toBe(`${host}menu-24`);
    expect(shortUrlWith(host, "lunch", code("menu-24"))).toBe(`${host}lunch`);
    expect(shortUrlWith(host, "", code("menu-24", [`${host}spring`, generated]))).toBe(generated);
    expect(shortUrlWith(host, "", code(null))).toBe(generated);
    expect(shortUrlWith(host, "", null)).toBe(`${host}preview0`);
  });

  it("shows the slug or the code's generated path on the chosen domain", () => {
    expect(prefixOn(null, "https://quietzone.example")).toBe(host);
    const prefix = prefixOn(own, "https://quietzone.example");
    expect(shortUrlWith(prefix, "menu-24", code("menu-24"))).toBe(`https://${own}/menu-24`);
    expect(shortUrlWith(prefix, "", code(null))).toBe(`https://${own}/aZ09bY18`);
    // On a domain a slug may look like a generated path, which is older than every slug.
    const aliases = [`https://${own}/summer24`, `https://${own}/aZ09bY18`];
    expect(shortUrlWith(host, "", ownCode("menu", aliases))).toBe(generated);
  });

  it.each(["m", "summer24", "men", "m".repeat(60)])("accepts the slug %j on a custom domain", (slug) => {
    expect(findSlugFault(slug, true)).toBeUndefined();
  });

  it.each(["menü", "m".repeat(61), "a/b"])("rejects the slug %j on a custom domain with a hint", (slug) => {
    expect(findSlugFault(slug, true)).toBe("Use 1 to 60 letters, digits, hyphens and underscores.");
  });

  it("says that the printed link keeps working if a valid new slug is entered", () => {
    const said =
      "Printed copies keep working: quietzone.example/r/menu-24 becomes an earlier short link of this code.";
    const rename = (edited: EditedCode, slug: string) =>
      describeRename(edited, { slug, domain: edited.domain });
    expect(rename(code("menu-24"), "lunch")).toBe(said);
    expect(rename(code("menu-24"), "")).toBe(said);
    expect(rename(code("menu-24"), " MENU-24 ")).toBeNull();
    expect(rename(code("menu-24"), "no")).toBeNull();
    expect(rename(code(null), "menu-24")).toMatch("quietzone.example/r/aZ09bY18 becomes");
  });

  it("says which printed link keeps working if the domain changes, and on what condition", () => {
    expect(describeRename(code("menu-24"), { slug: "menu-24", domain: own })).toBe(
      "Printed copies keep working: quietzone.example/r/menu-24 becomes an earlier short link of this code.",
    );
    expect(describeRename(ownCode("menu"), { slug: "menu", domain: null })).toBe(
      `Printed copies keep working as long as you keep ${own} and its DNS records: ${own}/menu becomes an earlier short link of this code.`,
    );
    expect(describeRename(ownCode("menu"), { slug: "lunch", domain: own })).toMatch(
      "Printed copies keep working:",
    );
  });

  it("distinguishes an earlier slug from an earlier generated link", () => {
    const onDomain = { ...ownCode("aZ09bY18", [generated]), slug: null };
    expect(everHadSlug(code(null))).toBe(false);
    expect(everHadSlug(onDomain)).toBe(false);
    expect(everHadSlug({ ...onDomain, aliases: [`https://${own}/menu`, generated] })).toBe(true);
    expect(everHadSlug(code("menu-24", [generated]))).toBe(true);
    expect(everHadSlug(code(null, [`${host}menu-24`]))).toBe(true);
  });

  it("shows an international domain in Unicode", () => {
    const [ascii, name] = ["xn--mnchen-karte-dlb.example.com", "münchen-karte.example.com"];
    const hosts = [{ host: ascii, name, isDefault: false }];
    const edited = {
      ...code("menu"),
      shortUrl: `https://${ascii}/menu`,
      domain: ascii,
      domainName: name,
    };
    expect(nameDomain(ascii, { code: null, hosts })).toBe(name);
    expect(nameDomain(ascii, { code: edited, hosts: [] })).toBe(name);
    expect(nameDomain(null, { code: edited, hosts })).toBeNull();
    expect(describeRename(edited, { slug: "menu", domain: null })).toBe(
      `Printed copies keep working as long as you keep ${name} and its DNS records: ${name}/menu becomes an earlier short link of this code.`,
    );
  });
});
