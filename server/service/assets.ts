import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { securityHeaders } from "@/lib/platform/security-headers";
import type { FrontOptions } from "@/server/http";

const prefix = "/_next/static/";

/** Media types of what a page loads, by the end of the name; what else is there is Next's to answer. */
const mediaTypes: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".woff2": "font/woff2",
};

/** Compressed by themselves. */
const compressed = new Set([".woff2"]);

interface Asset {
  headers: Record<string, string>;
  whole: Buffer;
  /** Null where it would hardly be smaller. */
  zipped: Buffer | null;
}

async function readAsset(file: string): Promise<Asset> {
  const whole = await readFile(file);
  const type = extname(file);
  const zipped = compressed.has(type) ? null : await promisify(gzip)(whole, { level: 9 });
  const tag = createHash("sha256").update(whole).digest("base64url").slice(0, 22);
  return {
    headers: {
      ...securityHeaders,
      // A file of another build has another name.
      "Cache-Control": "public, max-age=31536000, immutable",
      "Content-Type": mediaTypes[type] as string,
      ETag: `W/"${tag}"`,
      Vary: "Accept-Encoding",
    },
    whole,
    zipped,
  };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether the client takes gzip and doesn't weigh it with 0 (RFC 9110, 12.5.3). */
const takesGzip = (accepted: string) => /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0+)?(?:[\s,]|$))/i.test(accepted);

/** Whether an `If-None-Match` names the tag; `*` stands for any, and weak and strong tags are compared alike (RFC 9110, 13.1.2). */
const isKnown = (tag: string, known = "") => known.trim() === "*" || known.includes(tag.replace("W/", ""));

export type AnswerAsset = NonNullable<FrontOptions["answerAsset"]>;

/**
 * The scripts, styles and fonts that pages load, each read and compressed when it is first asked for and kept: 6 MB for
 * all of them. A range is answered with the whole (RFC 9110, 14.2). Next would read and compress a file for every request, 20 ms of the processor for the largest.
 *
 * @param folder what Next has built for `/_next/static/`.
 */
export function openAssets(folder: string): AnswerAsset {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !(extname(entry.name) in mediaTypes)) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(`${prefix}${relative(folder, file).split(sep).join("/")}`, file);
  }
  const kept = new Map<string, Promise<Asset>>();
  // By file: the spellings of a path are many.
  const open = (file: string) => {
    const asset = kept.get(file) ?? readAsset(file);
    kept.set(file, asset);
    // Gone, or out of reach for a moment: Next says which.
    asset.catch(() => kept.delete(file));
    return asset;
  };
  return async (path, { "accept-encoding": accepted, "if-none-match": known }) => {
    const file = files.get(decodePath(path));
    const asset = file === undefined ? null : await open(file).catch(() => null);
    if (asset === null) return null;
    const { headers, whole, zipped } = asset;
    if (isKnown(headers.ETag as string, known)) return { status: 304, headers: { ...headers }, body: null };
    const isZipped = zipped !== null && takesGzip(String(accepted ?? ""));
    const body = isZipped ? zipped : whole;
    const encoding = isZipped ? { "Content-Encoding": "gzip" } : {};
    return { status: 200, headers: { ...headers, ...encoding, "Content-Length": String(body.length) }, body };
  };
}
