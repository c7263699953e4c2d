import { describe, expect, it } from "vitest";
import { describeStyle } from "@/lib/qr";
import type { Settings } from "@/lib/qr/schema";
import { enter } from "../codes/tags-field";
import { differs, type EditedCode, makeChange, makeNewCode, openCode, startNew } from "./editor-state";
import { listNews } from "./save-notes";

const logo = { enabled: true, dataUrl: "data:image/png;base64,AAAA" };

function code(part: Partial<Omit<EditedCode, "settings">> & { settings?: Settings } = {}): EditedCode {
  return {
    id: "1",
    name: "Menu",
    type: "url",
    content: "https://example.com/menu",
    isDynamic: true,
    shortUrl: "https://quietzone.example/r/aZ09bY18",
    slug: null,
    domain: null,
    aliases: [],
    ...part,
    settings: describeStyle(part.settings, 29) as EditedCode["settings"],
  };
}

const change = (part: Parameters<typeof code>[0], edit: (before: ReturnType<typeof openCode>) => object) => {
  const before = openCode(code(part));
  return makeChange(before, { ...before, ...edit(before) });
};

describe("the update request of an edited code", () => {
  it("is null if nothing changed except spaces around the name", () => {
    for (const settings of [{}, { frame: { style: "dashed" as const } }, { logo, size: 512 }]) {
      expect(change({ settings }, () => ({}))).toBeNull();
    }
    expect(change({ type: "wifi", content: '{"password":"12345678","ssid":"b"}' }, () => ({}))).toBeNull();
    expect(change({ name: "Menu" }, () => ({ name: " Menu " }))).toBeNull();
  });

  it("contains only a changed slug, trimmed, and null for an emptied slug", () => {
    expect(change({}, () => ({ slug: " menu-24 " }))).toEqual({ slug: "menu-24" });
    expect(change({ slug: "menu-24" }, () => ({ slug: "" }))).toEqual({ slug: null });
    expect(change({ slug: "menu-24" }, () => ({}))).toBeNull();
  });

  it("contains only a changed domain, and null for the service's host", () => {
    expect(change({}, () => ({ domain: "go.halden.example" }))).toEqual({ domain: "go.halden.example" });
    expect(change({ domain: "go.halden.example" }, () => ({ domain: null }))).toEqual({ domain: null });
    expect(change({ domain: "go.halden.example" }, () => ({}))).toBeNull();
  });

  it("contains only the name or only the content if nothing else changed", () => {
    expect(change({}, () => ({ name: "Lunch" }))).toEqual({ name: "Lunch" });
    expect(change({}, ({ draft }) => ({ draft: { ...draft, url: "https://example.com/lunch" } }))).toEqual({
      content: "https://example.com/lunch",
    });
  });

  it("contains the changed style settings, with null for removed ones", () => {
    const look = (settings: Settings, part: object) =>
      change({ settings }, ({ draft }) => ({ draft: { ...draft, look: { ...draft.look, ...part } } }));
    expect(look({ color: { dark: "#17472F" } }, { dark: "" })).toEqual({ settings: { color: null } });
    expect(look({ eyes: { shape: "circle", color: "#0A0" } }, { eyeColour: "" })).toEqual({
      settings: { eyes: { shape: "circle", color: null } },
    });
    expect(look({ size: 512, frame: { style: "dashed", size: 12 } }, { frame: "square" })).toEqual({
      settings: { frame: null },
    });
    expect(look({ size: 512, logo }, { logo: null })).toEqual({ settings: { logo: null } });
    expect(look({ size: 512 }, { quietZone: "6" })).toEqual({ settings: { quietZone: 6 } });
  });

  it("keeps the CRLF line breaks of a vCard that is edited as raw text", () => {
    const content = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ada\r\nEND:VCARD";
    const changed = change({ type: "vcard", content, isDynamic: false }, ({ draft }) => ({
      draft: { ...draft, raw: content.replaceAll("\r\n", "\n").replace("Ada", "Ida") },
    }));
    expect(changed).toEqual({ content: content.replace("Ada", "Ida") });
  });
});

describe("a new code", () => {
  it("has the entered values, with spaces trimmed from its name", () => {
    const start = startNew("sms");
    const entered = {
      ...start,
      name: " Orders ",
      draft: { ...start.draft, sms: { phone: "+441632960001", message: "Two, please" } },
    };
    expect(makeNewCode(entered, false)).toEqual({
      name: "Orders",
      type: "sms",
      content: '{"phone":"+441632960001","message":"Two, please"}',
      settings: { size: 1024 },
      isDynamic: false,
    });
  });

  it("includes every entered tag, even without a comma after the last, and omits an empty list", () => {
    const entered = { ...startNew("url"), tags: enter(["menus"], " summer, 2027 ") };
    expect(makeNewCode(entered, true)).toMatchObject({ tags: ["menus", "summer", "2027"] });
    expect(makeNewCode(startNew("url"), true)).not.toHaveProperty("tags");
    expect(differs(entered, startNew("url"))).toBe(true);
  });

  it("includes its domain only if it is dynamic, with null for the service's host", () => {
    const entered = { ...startNew("url", "go.halden.example"), name: "Menu" };
    expect(makeNewCode(entered, true)).toMatchObject({ domain: "go.halden.example" });
    expect(makeNewCode({ ...entered, domain: null }, true)).toMatchObject({ domain: null });
    expect(makeNewCode(entered, false)).not.toHaveProperty("domain");
  });

  it("counts as edited after a change of name or content, but not of the tab", () => {
    const start = startNew("url");
    expect(differs({ ...start, draft: { ...start.draft, tab: "wifi" } }, start)).toBe(false);
    expect(differs({ ...start, name: "x" }, start)).toBe(true);
    expect(differs({ ...start, draft: { ...start.draft, text: "x" } }, start)).toBe(true);
  });
});

it("after saving only warnings are news that the preview can't show", () => {
  const codes = ["busy_logo", "dense_logo", "light_frame", "low_contrast", "static_image_changed"] as const;
  const warnings = codes.map((code) => ({ code, field: "settings", message: "" }));
  expect(listNews(warnings).map(({ code }) => code)).toEqual(["static_image_changed"]);
});
