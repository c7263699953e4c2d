import { beforeAll, describe, expect, it } from "vitest";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { plainCode, readCodeCounts } from "../support/codes";
import { expectRefusal } from "../support/expect-refusal";
import type { Answer } from "../support/public-api";

let account: TestAccount;
let apiKey: string;
beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
});

const post = (body: unknown): Promise<Answer> => callV1(apiKey, "POST", "/qr-codes", { body });

describe("400: POST /api/v1/qr-codes", () => {
  it.each<[string, object, string, string[]]>([
    ["nothing", {}, "validation_failed", ["name", "type", "content"]],
    ["no name", { name: undefined }, "validation_failed", ["name"]],
    ["a name that is null", { name: null }, "validation_failed", ["name"]],
    ["an empty name", { name: "" }, "validation_failed", ["name"]],
    ["I2: a name of 201 characters", { name: "n".repeat(201) }, "validation_failed", ["name"]],
    ["I2: a name with NUL", { name: "a\0b" }, "validation_failed", ["name"]],
    ["I2: a name with a lone surrogate", { name: "a\ud800" }, "validation_failed", ["name"]],
    ["I2: content with NUL", { type: "text", content: "a\0b" }, "validation_failed", ["content"]],
    [
      "I2: content with a lone surrogate",
      { type: "text", content: "\udfff" },
      "validation_failed",
      ["content"],
    ],
    [
      "I2: content of 4,097 characters",
      { type: "text", content: "4".repeat(4_097) },
      "content_too_long",
      ["content"],
    ],
    [
      "I2: a URL of 2,049 characters",
      { content: `https://example.com/${"x".repeat(2_029)}` },
      "content_too_long",
      ["content"],
    ],
    [
      "I2: a colour with NUL",
      { settings: { color: { dark: "#000\0" } } },
      "validation_failed",
      ["settings.color.dark"],
    ],
    ["I8: an operator as name", { name: { not: "" } }, "validation_failed", ["name"]],
    ["I8: an operator as content", { content: { contains: "" } }, "validation_failed", ["content"]],
    ["I8: an operator as type", { type: { in: ["url"] } }, "validation_failed", ["type"]],
    ["I8: a list as type", { type: ["url"] }, "validation_failed", ["type"]],
    ["an unknown type", { type: "URL" }, "validation_failed", ["type"]],
    ["isDynamic as text", { isDynamic: "true" }, "validation_failed", ["isDynamic"]],
    ["isDynamic as null", { isDynamic: null }, "validation_failed", ["isDynamic"]],
    ["settings as text", { settings: "big" }, "validation_failed", ["settings"]],
    ["settings as a list", { settings: [] }, "validation_failed", ["settings"]],
    ["a javascript: URL", { content: "javascript:alert(1)" }, "invalid_url", ["content"]],
    ["wifi content that is not an object", { type: "wifi", content: "[]" }, "invalid_content", ["content"]],
    ["a phone number without digits", { type: "sms", content: "call me" }, "invalid_content", ["content"]],
    [
      "W16: a dynamic code whose URL names a user",
      { isDynamic: true, content: "https://a@b.example/" },
      "invalid_url",
      ["content"],
    ],
    ["I6: a size of 63", { settings: { size: 63 } }, "validation_failed", ["settings.size"]],
    ["I6: a size of 4097", { settings: { size: 4097 } }, "validation_failed", ["settings.size"]],
    ["I6: a size of 0", { settings: { size: 0 } }, "validation_failed", ["settings.size"]],
    ["I6: a size below zero", { settings: { size: -1 } }, "validation_failed", ["settings.size"]],
    ["I6: a size of 1e9", { settings: { size: 1e9 } }, "validation_failed", ["settings.size"]],
    ["I6: half a pixel", { settings: { size: 256.5 } }, "validation_failed", ["settings.size"]],
    ["I6: a size as text", { settings: { size: "256" } }, "validation_failed", ["settings.size"]],
    ["I6: a size too small for its content", { settings: { size: 64 } }, "size_too_small", ["settings.size"]],
    [
      "I6: the colour red",
      { settings: { color: { dark: "red" } } },
      "validation_failed",
      ["settings.color.dark"],
    ],
    [
      "I6: the colour #12",
      { settings: { color: { light: "#12" } } },
      "validation_failed",
      ["settings.color.light"],
    ],
    [
      "I6: the colour #GGGGGG",
      { settings: { color: { dark: "#GGGGGG" } } },
      "validation_failed",
      ["settings.color.dark"],
    ],
    [
      "I6: dark equal to light",
      { settings: { color: { dark: "#abc", light: "#AABBCC" } } },
      "contrast_too_low",
      ["settings.color"],
    ],
    [
      "I6: a frame of 0",
      { settings: { frame: { style: "circle", size: 0 } } },
      "validation_failed",
      ["settings.frame.size"],
    ],
    [
      "I6: a frame of 101",
      { settings: { size: 4096, frame: { style: "circle", size: 101 } } },
      "validation_failed",
      ["settings.frame.size"],
    ],
    [
      "I6: a frame over a quarter",
      { settings: { size: 100, frame: { style: "circle", size: 26 } } },
      "validation_failed",
      ["settings.frame.size"],
    ],
    [
      "I6: a wavy frame",
      { settings: { frame: { style: "wavy" } } },
      "validation_failed",
      ["settings.frame.style"],
    ],
    [
      "I6: a logo without a picture",
      { settings: { logo: { enabled: true } } },
      "validation_failed",
      ["settings.logo.dataUrl"],
    ],
    [
      "I6: a logo by address",
      { settings: { logo: { enabled: true, dataUrl: "https://example.com/a.png" } } },
      "invalid_logo",
      ["settings.logo.dataUrl"],
    ],
  ])("%s", async (name, wrong, code, fields) => {
    const before = await readCodeCounts(account.accountId);
    const body = name === "nothing" ? {} : { ...plainCode, ...wrong };
    expectRefusal(await post(body), 400, code, fields);
    expect(await readCodeCounts(account.accountId)).toEqual(before);
  });

  it("reports every problem at once: name, content, settings and how settings conflict", async () => {
    const body = {
      name: "",
      type: "wifi",
      content: "{}",
      isDynamic: "no",
      settings: {
        size: 100,
        color: { dark: "red" },
        frame: { style: "circle", size: 40 },
        eyes: { color: "#fffffe" },
      },
    };
    expectRefusal(await post(body), 400, "validation_failed", [
      "name",
      "isDynamic",
      "content.ssid",
      "settings.color.dark",
      "settings.frame.size",
      "settings.eyes.color",
    ]);
  });

  it("I6: rejects settings that do not scan and names the one to change", async () => {
    const settings = { color: { dark: "#000", light: "#777" }, eyes: { color: "#fff" } };
    expectRefusal(await post({ ...plainCode, settings }), 400, "not_scannable", ["settings.eyes.color"]);
  });
});
