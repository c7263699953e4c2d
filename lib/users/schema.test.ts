import { describe, expect, it } from "vitest";
import { processorMs } from "@/e2e/support/clocks";
import { normalizeEmail, passwordSchema, signInSchema, signUpSchema } from "./schema";

describe("A10: normalizeEmail", () => {
  it.each([
    ["Ada@Example.COM", "ada@example.com"],
    ["  ada@example.com\n", "ada@example.com"],
    ["ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ", "ada@example.com"],
    ["ada@example．com", "ada@example.com"],
    // The Kelvin sign and the long s are K and s to NFKC: the same person, not a look-alike beside them.
    ["\u212Aate@example.com", "kate@example.com"],
    ["me\u017Fsage@example.com", "message@example.com"],
    ["ﬁona@example.com", "fiona@example.com"],
    ["ada+menu@example.com", "ada+menu@example.com"],
    ["o'neill@example.co.uk", "o'neill@example.co.uk"],
    ["ada@bücher.example", "ada@xn--bcher-kva.example"],
    ["ada@XN--BCHER-KVA.example", "ada@xn--bcher-kva.example"],
    [`${"a".repeat(64)}@example.com`, `${"a".repeat(64)}@example.com`],
  ])("normalises %j to %s", (typed, normal) => expect(normalizeEmail(typed)).toBe(normal));

  it.each([
    "",
    "@",
    "ada",
    "ada@",
    "@example.com",
    "ada@localhost",
    "ada@example",
    "ada@127.0.0.1",
    "ada@0x7f.1",
    "ada@[127.0.0.1]",
    "ada@exa mple.com",
    "a da@example.com",
    "ada@@example.com",
    "ada@example.com@evil.example",
    "ada@example.com,eve@evil.example",
    "ada@example.com;eve@evil.example",
    "ada@example.com\r\nBcc: eve@evil.example",
    "ada\u0000@example.com",
    "ada@example.com\u0000.evil.example",
    "ada\u2028@example.com",
    "ada\u2029eve@example.com",
    "ada\u0085@example.com",
    "ada\u200b@example.com",
    "ada\u202e@example.com",
    // Cyrillic а, dotless ı and dotted İ: another mailbox, however alike it looks.
    "аda@example.com",
    "adm\u0131n@example.com",
    "adm\u0130n@example.com",
    "a..b@example.com",
    ".ada@example.com",
    "ada.@example.com",
    '"ada"@example.com',
    "Ada <ada@example.com>",
    "ada@example.com/../x",
    "ada@example.com:25",
    "ada@user:pass@example.com",
    "ada@-example.com",
    "ada@example.com.",
    "ada@exa_mple.com",
    `${"a".repeat(65)}@example.com`,
    `ada@${"a".repeat(64)}.com`,
    `ada@${`${"a".repeat(60)}.`.repeat(5)}com`,
    "\ud800@example.com",
  ])("rejects %j", (typed) => expect(normalizeEmail(typed)).toBeNull());

  it("keeps a look-alike domain distinct", () => {
    expect(normalizeEmail("ada@exаmple.com")).toMatch(/^ada@xn--/);
  });
});

describe("passwordSchema", () => {
  it("requires 8 to 128 characters after NFKC", () => {
    expect(passwordSchema.safeParse("1234567").success).toBe(false);
    expect(passwordSchema.safeParse("12345678").success).toBe(true);
    expect(passwordSchema.safeParse("x".repeat(128)).success).toBe(true);
    expect(passwordSchema.safeParse("x".repeat(129)).success).toBe(false);
    // Four ligatures are eight letters.
    expect(passwordSchema.parse("ﬁﬂﬃﬄ")).toBe("fiflffiffl");
    expect(passwordSchema.parse("Zoe\u0308 und Noe\u0308l")).toBe("Zoë und Noël");
  });

  it("keeps every character, including leading and trailing spaces", () => {
    expect(passwordSchema.parse("  two words  ")).toBe("  two words  ");
  });
});

describe("name of signUpSchema", () => {
  const nameOf = (name: string) =>
    signUpSchema.safeParse({ email: "ada@example.com", password: "tree house lamp", name });

  it.each(["Ada\nLovelace", "Ada\u0000", "\ud800", "x".repeat(101), "a\u2028b"])("I2: refuses %j", (name) =>
    expect(nameOf(name).success).toBe(false),
  );

  it("is trimmed, and undefined if empty", () => {
    expect(nameOf("  ").data?.name).toBeUndefined();
    expect(nameOf(" Ada ").data?.name).toBe("Ada");
  });
});

it("I7: refuses a million combining marks before normalising them", () => {
  const marks = `a${"\u0301\u0323".repeat(500_000)}`;
  const before = processorMs();
  expect(passwordSchema.safeParse(marks).success).toBe(false);
  expect(signInSchema.safeParse({ email: `${marks}@example.com`, password: marks }).success).toBe(false);
  expect(normalizeEmail(`${marks}@example.com`)).toBeNull();
  // Normalising them takes minutes.
  expect(processorMs() - before).toBeLessThan(5_000);
});
