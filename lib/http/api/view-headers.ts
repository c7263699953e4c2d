import { createHash } from "node:crypto";
import type { Outcome } from "../exchange";

const maxVerbatim = 4_096;
const maxEncoded = 8_192;
/** Printable ASCII without a space at either edge: what a header carries unchanged (RFC 9110 §5.5). */
const plain = /^[!-~](?:[ -~]*[!-~])?$/;

/** Headers of a public image whose bytes never change: cacheable for a day, embeddable anywhere. */
export function presentImage(tag: string): Record<string, string> {
  return {
    "Cache-Control": "public, max-age=86400, immutable",
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: tagOf(tag),
  };
}

/** The same with the image's type and content beside it. */
export function presentView(
  shortCode: string,
  view: { type: string; content: string },
): Record<string, string> {
  const headers: Record<string, string> = { ...presentImage(shortCode), "X-QR-Type": view.type };
  if (view.content.length <= maxVerbatim && plain.test(view.content)) {
    headers["X-QR-Content"] = view.content;
    return headers;
  }
  const encoded = encodeURIComponent(view.content);
  if (encoded.length <= maxEncoded) {
    headers["X-QR-Content"] = encoded;
    headers["X-QR-Content-Encoding"] = "percent-utf8";
  }
  return headers;
}

/** A code's bytes never change, so the code itself is a strong validator. */
function tagOf(shortCode: string): string {
  return `"${shortCode}"`;
}

/** Whether `If-None-Match` names the image (weak comparison, RFC 9110 §13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, shortCode: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(tagOf(shortCode));
}

const tags = new WeakMap<object, string>();

/** Headers of a description, which is the same until another version of the service runs. */
function describedHeaders(description: object): { ETag: string; "Cache-Control": string } {
  const known = tags.get(description);
  const hash =
    known ?? createHash("sha256").update(JSON.stringify(description)).digest("base64url").slice(0, 22);
  tags.set(description, hash);
  return { ETag: `"${hash}"`, "Cache-Control": "public, max-age=300" };
}

/** A description, or the fact that the caller has it already. */
export function presentDescription(description: object, ifNoneMatch: string | undefined): Outcome {
  const headers = describedHeaders(description);
  const isKnown = matchesTag(ifNoneMatch, headers.ETag.slice(1, -1));
  return isKnown ? { notModified: true, headers } : { constant: description, headers };
}
