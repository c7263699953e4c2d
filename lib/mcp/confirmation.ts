import { timingSafeEqual } from "node:crypto";
import type { Caller } from "@/lib/accounts/schema";
import { hashText } from "@/lib/platform/secrets";

/** So long a deletion may be confirmed. */
export const confirmMinutes = 10;

/** `<end in milliseconds, base 36>.<HMAC>`: bound to the key and the code, so that nothing need be kept. */
export function writeConfirmToken(caller: Caller, codeId: string, nowMs: number): string {
  const end = (nowMs + confirmMinutes * 60_000).toString(36);
  return `${end}.${sign(caller, codeId, end)}`;
}

/** Whether this confirms, at this instant, the deletion of this code with this key. */
export function isConfirmed(caller: Caller, codeId: string, token: string, nowMs: number): boolean {
  const [end = "", signature = ""] = token.split(".", 2);
  const wanted = Buffer.from(sign(caller, codeId, end));
  const given = Buffer.from(signature);
  const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isOurs && Number.parseInt(end, 36) > nowMs;
}

function sign({ accountId, environment, key }: Caller, codeId: string, end: string): string {
  const text = [accountId, environment, key?.id ?? "", codeId, end].join(" ");
  return hashText(text, "mcp-confirm-token").toString("base64url");
}
