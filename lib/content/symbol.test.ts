import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import QRCode from "qrcode";
import { beforeAll, describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { encodeContent, parsePayload } from "./index";
import type { ContentType } from "./schema";

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  await prepareZXingModule({
    overrides: { wasmBinary: readFileSync(path).buffer as ArrayBuffer },
    fireImmediately: true,
  });
});

/** Prints the payload as a symbol of another encoder and reads it back by a reader that is not ours either. */
async function scan(payload: string): Promise<string> {
  const { modules } = QRCode.create([{ data: new TextEncoder().encode(payload), mode: "byte" }], {
    errorCorrectionLevel: "M",
  });
  const [scale, margin] = [4, 4];
  const width = (modules.size + 2 * margin) * scale;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (let y = 0; y < width; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] = [Math.floor(x / scale) - margin, Math.floor(y / scale) - margin];
      const inside = Math.min(row, column) >= 0 && Math.max(row, column) < modules.size;
      if (inside && modules.get(row, column)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  const [found] = await readBarcodes({ data, width, height: width, colorSpace: "srgb" } as ImageData, {
    formats: ["QRCode"],
  });
  if (!found) throw new Error("no symbol was found");
  return new TextDecoder("utf-8", { fatal: true }).decode(found.bytes);
}

const smuggler = 'a\\;b,c:"d"\r\nEND:VCARD\r\nBEGIN:VCARD\r\nTEL:666 é家🔒';
const flat = 'x\\;,:"y;H:true;;é🔒';

const cases: { type: ContentType; content: unknown; expected: Record<string, unknown> }[] = [
  {
    type: "wifi",
    content: { ssid: flat, password: `${flat}P:` },
    expected: { ssid: flat, password: `${flat}P:`, security: "WPA", hidden: false },
  },
  {
    type: "contact",
    content: { firstName: smuggler, note: smuggler },
    expected: { firstName: smuggler, note: smuggler },
  },
  {
    type: "vcard",
    content: { lastName: smuggler, phones: [{ type: "work", number: "123" }], address: { city: smuggler } },
    expected: { lastName: smuggler, address: { city: smuggler }, phones: [{ type: "work", number: "123" }] },
  },
  {
    type: "email",
    content: { to: "a@example.com", subject: flat, body: smuggler },
    expected: { to: ["a@example.com"], subject: flat, body: smuggler },
  },
  {
    type: "sms",
    content: { phone: "12345", message: smuggler },
    expected: { phone: "12345", message: smuggler },
  },
];

describe("content read back from a QR code by an independent reader", () => {
  it.each(cases)("I9: has exactly the fields of type $type", async ({ type, content, expected }) => {
    const { payload } = encodeContent(type, JSON.stringify(content));
    const lines = type === "sms" ? (text: string) => text : (text: string) => text.replaceAll("\r\n", "\n");
    const wanted = JSON.parse(JSON.stringify(expected), (_, value) =>
      typeof value === "string" ? lines(value) : value,
    );
    expect(parsePayload(await scan(payload))).toMatchObject(wanted);
  });

  it("I1: has the same URL and text", async () => {
    const address = "https://münchen.example/straße?q=%20#家";
    expect(parsePayload(await scan(encodeContent("url", address).payload))).toEqual({
      type: "url",
      url: address,
    });
    const text = " \tedge\r\n\u202eRTL é家🔒 ";
    expect(parsePayload(await scan(encodeContent("text", text).payload))).toEqual({ type: "text", text });
  });
});
