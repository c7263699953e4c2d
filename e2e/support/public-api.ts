import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { readerBytes, textOf } from "./qr-reader";

export const path = "/api/public/qr-codes";

/** An address of a client that nobody else uses; the service under test trusts us to name it. */
export function newClient(): string {
  return [203, randomInt(1, 255), randomInt(0, 256), randomInt(1, 255)].join(".");
}

/** An answer's body before anything is known of it. */
interface Json {
  [member: string]: Json;
}

export interface Answer {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  text: string;
  /** The body, where it is JSON. */
  json: Json;
}

export interface CallOptions {
  method?: string;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  client?: string;
}

/** One request to the service under test, by a client of its own unless told otherwise. */
export async function call(target: string, options: CallOptions = {}): Promise<Answer> {
  const response = await fetch(new URL(target, inject("baseUrl")), {
    method: options.method ?? "GET",
    headers: { "x-forwarded-for": options.client ?? newClient(), ...options.headers },
    ...(options.body !== undefined && { body: options.body as BodyInit }),
    redirect: "manual",
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = Buffer.from(bytes).toString("utf8");
  const isJson = response.headers.get("content-type")?.startsWith("application/json") && text !== "";
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** POST of a JSON body to the generating endpoint. */
export function post(body: unknown, options: CallOptions & { query?: string } = {}): Promise<Answer> {
  return call(`${path}${options.query ?? ""}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    ...options,
    headers: { "content-type": "application/json", ...options.headers },
  });
}

/** GET of the generating endpoint. */
export function get(query: Record<string, string>, options: CallOptions = {}): Promise<Answer> {
  return call(`${path}?${new URLSearchParams(query)}`, options);
}

/** The bytes behind a data URL. */
export function imageOf(answer: Answer): Uint8Array {
  const [head, base64] = String(answer.json.qrImage).split(",");
  if (head !== "data:image/png;base64" || base64 === undefined)
    throw new Error(`not a PNG data URL: ${head}`);
  return new Uint8Array(Buffer.from(base64, "base64"));
}

let prepared: Promise<unknown> | undefined;

/** What zxing reads in a PNG, as UTF-8; undefined for nothing. */
export async function readCode(png: Uint8Array): Promise<string | undefined> {
  prepared ??= prepareZXingModule({ overrides: { wasmBinary: readerBytes() }, fireImmediately: true });
  await prepared;
  const [result] = await readBarcodes(png, { formats: ["QRCode"], tryHarder: true, maxNumberOfSymbols: 1 });
  return result && textOf(result);
}

/** What zbar reads in a PNG. */
export function readWithZbar(png: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-zbar-"));
  try {
    const file = join(folder, "code.png");
    writeFileSync(file, png);
    const out = execFileSync("zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", file], {
      encoding: "utf8",
    });
    return out.replace(/\n$/, "");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Width and height that a PNG's header states. */
export function sizeOf(png: Uint8Array): [number, number] {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}
