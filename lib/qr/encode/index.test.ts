import QRCode from "qrcode";
import { describe, expect, test } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { type ErrorCorrectionLevel, errorCorrectionLevels } from "../schema";
import { makeCodewords } from "./codewords";
import { encodeMatrix } from "./index";
import { placeCodewords } from "./placement";
import { capacityBytes } from "./segments";
import { getTemplate } from "./template";

const utf8 = new TextEncoder();

test.each(errorCorrectionLevels)(
  "at level %s, symbols equal the qrcode package's with every mask",
  (level) => {
    for (let version = 1; version <= 40; version++) {
      const payload = "Grüße ".repeat(500).slice(0, capacityBytes(version, level) >> 1);
      for (const mask of version % 10 === 0 ? [0, 1, 2, 3, 4, 5, 6, 7] : [version % 8]) {
        const theirs = QRCode.create([{ data: utf8.encode(payload), mode: "byte" }], {
          version,
          errorCorrectionLevel: level,
          maskPattern: mask as 0,
        });
        const ours = assemble(payload, version, level, mask);
        expect(Buffer.from(ours).equals(theirs.modules.data), `version ${version}, mask ${mask}`).toBe(true);
      }
    }
  },
);

/** A byte-mode symbol with a given mask, from the parts behind `encodeMatrix`. */
function assemble(
  payload: string,
  version: number,
  level: ErrorCorrectionLevel,
  mask: number,
  coded: { bytes: Uint8Array; eci: number | null } = { bytes: utf8.encode(payload), eci: null },
): Uint8Array {
  const { bytes, eci } = coded;
  const { size, planes, plan } = getTemplate(version, level);
  const symbol = new Int32Array(planes[mask]!.length);
  placeCodewords(
    symbol,
    plan,
    makeCodewords(bytes, [{ mode: "byte", start: 0, end: bytes.length }], version, level, eci),
  );
  return Uint8Array.from({ length: size * size }, (_, at) => {
    const word = ((at % size) >> 5) * size + Math.floor(at / size);
    return ((symbol[word]! ^ planes[mask]![word]!) >>> ((at % size) & 31)) & 1;
  });
}

test("makes the template of a version and level once, and places the codewords of all its levels alike", () => {
  const made = getTemplate(7, "M");
  expect(getTemplate(7, "M")).toBe(made);
  expect(getTemplate(7, "H").plan).toBe(made.plan);
  expect(getTemplate(7, "H").planes).not.toEqual(made.planes);
  expect(getTemplate(8, "M").plan).not.toBe(made.plan);
});

describe("level and version", () => {
  test("raises the level as far as the version allows, but never the version for it", () => {
    for (const level of errorCorrectionLevels) {
      for (let length = 1; length <= 400; length += 7) {
        const { version, level: got } = encodeMatrix("q".repeat(length), { level });
        expect(capacityBytes(version, level)).toBeGreaterThanOrEqual(length);
        if (version > 1) expect(capacityBytes(version - 1, level)).toBeLessThan(length);
        const fitting = errorCorrectionLevels.filter((each) => capacityBytes(version, each) >= length);
        expect(got).toBe(fitting.at(-1));
      }
    }
  });

  test("gives the same symbol for the same payload, and never overwrites an earlier one", () => {
    const first = encodeMatrix("first", { level: "M" });
    const copy = structuredClone(first);
    encodeMatrix("second and longer than the first one", { level: "H" });
    expect(first).toEqual(copy);
    expect(encodeMatrix("first", { level: "M" })).toEqual(copy);
  });
});

describe("text beyond ASCII", () => {
  const utf8Of = (payload: string) => ({ bytes: utf8.encode(payload), eci: 26 });
  const latin1Of = (payload: string) => ({ bytes: Buffer.from(payload, "latin1"), eci: 3 });
  const isSymbolOf = (payload: string, coded: { bytes: Uint8Array; eci: number }) => {
    const { version, level, mask, modules } = encodeMatrix(payload, { level: "M" });
    return Buffer.from(modules).equals(assemble(payload, version, level, mask, coded));
  };

  test.each([
    "Café Zürich 123456789",
    "WIFI:T:WPA;S:Café ;P:passwordxy;;",
    "漢字 123456789012345678901234567890",
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Müller;Zoë;;;\r\nFN:Zoë Müller\r\nTEL:+49 30 1234567\r\nEND:VCARD\r\n",
  ])("is one byte segment if that costs at most one version: %j", (payload) => {
    expect(isSymbolOf(payload, utf8Of(payload))).toBe(true);
  });

  test("is split if one segment needs two versions more", () => {
    expect(encodeMatrix(`漢${"1".repeat(60)}`, { level: "M" }).version).toBe(3);
    expect(encodeMatrix(`漢${"a".repeat(60)}`, { level: "M" }).version).toBe(5);
  });

  test("is declared as ISO/IEC 8859-1 if that makes a smaller symbol", () => {
    const german = "Süße Grüße aus Köln, Düsseldorf und Münster über Öhringen";
    expect(isSymbolOf(german, latin1Of(german))).toBe(true);
    expect(encodeMatrix(german, { level: "M" }).version).toBe(4);
    expect(encodeMatrix(`${german}€`, { level: "M" }).version).toBe(5);
    for (let code = 0xa0; code <= 0xff; code++) {
      const payload = String.fromCharCode(code).repeat(30);
      expect(isSymbolOf(payload, latin1Of(payload)), payload).toBe(true);
    }
  });

  test("stays UTF-8 if the sizes are equal, or if readers differ on the characters", () => {
    // The last is "éü" 15 times for a reader that takes its bytes for UTF-8.
    for (const payload of ["Grüße", "\x80\x9f".repeat(20), `${"ü".repeat(30)}ā`, "Ã©Ã¼".repeat(15)]) {
      expect(isSymbolOf(payload, utf8Of(payload)), payload).toBe(true);
    }
  });
});

describe("refusals", () => {
  const refuse = (payload: string, level: ErrorCorrectionLevel): ServiceError => {
    try {
      encodeMatrix(payload, { level });
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
    throw new Error("was encoded");
  };

  test.each([
    ["L", 2953],
    ["M", 2331],
    ["Q", 1663],
    ["H", 1273],
  ] as const)("I2: at level %s refuse one byte over %i as content_too_long", (level, max) => {
    expect(encodeMatrix(`é${"a".repeat(max - 2)}`, { level })).toMatchObject({ version: 40, level });
    const error = refuse(`é${"a".repeat(max - 1)}`, level);
    expect(error.code).toBe("content_too_long");
    expect(error.details).toEqual([
      { field: "content", code: "too_long", message: error.message, max, actual: max + 1 },
    ]);
    expect(error.message).toContain(`${max} bytes at error correction level ${level}`);
  });

  test.each([
    ["0", 5_596, "digits"],
    ["A", 3_391, "capital letters, digits and signs"],
    ["a", 2_331, "bytes"],
  ])("of content too long in %j say how many characters fit", (character, most, unit) => {
    expect(encodeMatrix(character.repeat(most), { level: "M" }).version).toBe(40);
    expect(refuse(character.repeat(most + 1), "M").message).toContain(`at most ${most} ${unit} at`);
  });

  test("of megabytes come without segmenting them", () => {
    expect(refuse("1".repeat(5_000_000), "L").details?.[0]).toMatchObject({ max: 7089, actual: 5_000_000 });
  });

  test.each(["\ud800", "a\udc00b", "\ude00\ud83d", `${"x".repeat(99)}\udbff`])(
    "I2: cover lone surrogates, which are not written as U+FFFD: %j",
    (payload) => {
      expect(refuse(payload, "M")).toMatchObject({ code: "validation_failed" });
      expect(encodeMatrix("\ud83d\ude00\ufffd", { level: "M" }).version).toBe(1);
    },
  );
});
