import { createHash, createHmac } from "node:crypto";

/** JSON as RFC 8785 writes it, for the plain values that a call holds. */
function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalize(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalize(member)}`).join(",")}}`;
}

const keyOf = (signingKey: string) => signingKey.replace(/^signkey-\w+-/, "");

function sign(text: string, signingKey: string, seconds: string): string {
  return createHmac("sha256", keyOf(signingKey)).update(text).update(seconds).digest("hex");
}

/** What Inngest sends in `X-Inngest-Signature` with a body. */
export function signatureOf(body: string, signingKey: string, now = Date.now()): string {
  const seconds = String(Math.floor(now / 1000));
  const text = body === "" ? "" : canonicalize(JSON.parse(body));
  return `t=${seconds}&s=${sign(text, signingKey, seconds)}`;
}

/** Whether the service has signed an answer with its key. */
export function isSigned(body: string, signature: string | null, signingKey: string): boolean {
  const given = new URLSearchParams(signature ?? "");
  return given.get("s") === sign(body, signingKey, given.get("t") ?? "");
}

/** How the service names itself to Inngest: the key is shown to nobody. */
export function bearerOf(signingKey: string): string {
  const prefix = /^signkey-\w+-/.exec(signingKey)?.[0] ?? "";
  return `Bearer ${prefix}${createHash("sha256").update(keyOf(signingKey), "hex").digest("hex")}`;
}
