import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { encodeContent, parsePayload } from "./index";

const encode = (fields: unknown) => encodeContent("wifi", JSON.stringify(fields)).payload;

function refusalOf(fields: unknown): ServiceError {
  try {
    encode(fields);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error(`took ${JSON.stringify(fields)}`);
}

describe("content type wifi", () => {
  it("writes T, S, P and H in this order, and escapes with a backslash", () => {
    const table: [unknown, string][] = [
      [{ ssid: "Guests", password: "sesame123" }, "WIFI:T:WPA;S:Guests;P:sesame123;;"],
      [{ ssid: "Guests", password: "sesame123", hidden: true }, "WIFI:T:WPA;S:Guests;P:sesame123;H:true;;"],
      [{ ssid: "Guests", hidden: false }, "WIFI:T:nopass;S:Guests;;"],
      [{ ssid: "Guests", password: null, security: null, hidden: null }, "WIFI:T:nopass;S:Guests;;"],
      [{ ssid: "Guests", password: "" }, "WIFI:T:nopass;S:Guests;;"],
      [{ ssid: "Guests", hidden: true }, "WIFI:T:nopass;S:Guests;H:true;;"],
      [
        { ssid: 'a;b,c:d"e\\f', password: 'p;,:"\\word' },
        'WIFI:T:WPA;S:a\\;b\\,c\\:d\\"e\\\\f;P:p\\;\\,\\:\\"\\\\word;;',
      ],
      [{ ssid: "deadbeef", password: "0123456789abcdef" }, "WIFI:T:WPA;S:deadbeef;P:0123456789abcdef;;"],
      [{ ssid: " ", password: " 8chars ", colour: 1 }, "WIFI:T:WPA;S: ;P: 8chars ;;"],
      [{ ssid: "x", password: "12345", security: "wep" }, "WIFI:T:WEP;S:x;P:12345;;"],
    ];
    for (const [fields, payload] of table) expect(encode(fields)).toBe(payload);
  });

  it("accepts security names in any case, and drops the password of an open network", () => {
    const password = "sesame123";
    for (const security of ["WPA", "wpa2", "Wpa3", "wpa/WPA2", "sae"]) {
      expect(encode({ ssid: "x", password, security })).toBe("WIFI:T:WPA;S:x;P:sesame123;;");
    }
    for (const security of ["none", "OPEN", "nopass", "NoPass", ""]) {
      expect(encode({ ssid: "x", password, security })).toBe("WIFI:T:nopass;S:x;;");
      expect(encode({ ssid: "x", password: "short", security })).toBe("WIFI:T:nopass;S:x;;");
    }
    const error = refusalOf({ ssid: "x", password, security: "WPA4" });
    expect(error.details).toMatchObject([{ field: "content.security", code: "not_allowed" }]);
  });

  it("limits the name's bytes and a WPA password's characters", () => {
    expect(encode({ ssid: "ü".repeat(16) })).toContain("ü".repeat(16));
    expect(refusalOf({ ssid: `${"ü".repeat(16)}x` }).details).toMatchObject([
      { field: "content.ssid", code: "too_long", max: 32, actual: 33 },
    ]);
    for (const password of ["12345678", "x".repeat(63), "A0".repeat(32), "🔒".repeat(8)]) {
      expect(encode({ ssid: "x", password })).toBe(`WIFI:T:WPA;S:x;P:${password};;`);
    }
    const short = refusalOf({ ssid: "x", password: "12345" });
    expect(short.message).toBe(
      "content.password must have 8 to 63 characters, or 64 hexadecimal digits, for WPA; this one has 5",
    );
    for (const password of ["1234567", "🔒".repeat(7), "g".repeat(64), "a".repeat(65)]) {
      expect(refusalOf({ ssid: "x", password }).details?.[0]?.field).toBe("content.password");
    }
  });

  it("reports all errors at once, each at its field", () => {
    const error = refusalOf({ ssid: 5, password: ["x"], security: "WPA9", hidden: "true" });
    expect(error.code).toBe("invalid_content");
    expect(error.details?.map(({ field, code }) => [field, code])).toEqual([
      ["content.ssid", "invalid_type"],
      ["content.password", "invalid_type"],
      ["content.security", "not_allowed"],
      ["content.hidden", "invalid_type"],
    ]);
    expect(refusalOf({ password: "sesame123" }).details).toMatchObject([
      { field: "content.ssid", code: "required" },
    ]);
    for (const ssid of ["", null, undefined]) expect(refusalOf({ ssid }).code).toBe("invalid_content");
    for (const security of ["WPA", "WEP"]) {
      expect(refusalOf({ ssid: "x", security }).details).toMatchObject([
        { field: "content.password", code: "required" },
      ]);
    }
  });

  it("I2: rejects controls and lone surrogates hidden in JSON escapes", () => {
    for (const hidden of ["\u0000", "\u001f", "\n", "\t", "\ud800"]) {
      const error = refusalOf({ ssid: `a${hidden}`, password: `sesame${hidden}123` });
      expect(error.code).toBe("validation_failed");
      expect(error.details?.map(({ field }) => field)).toEqual(["content.ssid", "content.password"]);
    }
    expect(encode({ ssid: "x", unknown: "\u0000" })).toBe("WIFI:T:nopass;S:x;;");
  });

  it("accepts an encoded payload unchanged", () => {
    for (const payload of ["WIFI:S:x;T:WPA;P:y;;", "WIFI:T:WPA2-EAP;S:x;E:PEAP;;"]) {
      expect(encodeContent("wifi", payload)).toEqual({ payload });
    }
    expect(() => encodeContent("wifi", "WIFI:")).toThrow("content must have something after WIFI:");
    expect(() => encodeContent("wifi", "WIFI:S:x;\n;")).toThrow("a line break");
  });

  it("I9: gives back exactly the fields of a payload", () => {
    const hostile = fc.oneof(
      fc.string({ unit: fc.constantFrom(..."\\;:,\"'SPTH x", "WIFI:", ";;", ";H:true;", "é", "🔒") }),
      fc.string({ unit: "grapheme" }),
    );
    const clean = (text: string) => !/\p{Cs}/u.test(text) && ![...text].some((c) => c < " ");
    const ssids = hostile.filter((text) => clean(text) && text !== "" && Buffer.byteLength(text) <= 32);
    const passwords = hostile.filter(
      (text) => clean(text) && [...text].length >= 8 && [...text].length <= 63,
    );
    fc.assert(
      fc.property(ssids, fc.option(passwords, { nil: undefined }), fc.boolean(), (ssid, password, hidden) => {
        expect(parsePayload(encode({ ssid, password, hidden }))).toEqual({
          type: "wifi",
          ssid,
          ...(password === undefined ? {} : { password }),
          security: password === undefined ? "nopass" : "WPA",
          hidden,
        });
      }),
      { numRuns: 300 },
    );
  });
});
