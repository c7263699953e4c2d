import { timingSafeEqual } from "node:crypto";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Caller } from "@/lib/accounts/schema";
import { deleteQrCode, getQrCode } from "@/lib/http/api";
import { requirePermissions } from "@/lib/http/authenticate";
import { presentProblem } from "@/lib/http/errors";
import { fieldError } from "@/lib/platform/errors";
import { hashText } from "@/lib/platform/secrets";
import { type Call, callEndpoint } from "./call";
import type { ObjectSchema } from "./describe-tool";
import { presentRefusal, presentResult } from "./present-result";

const confirmMinutes = 10;

/** What either of the two calls answers as structured content. */
export const deletionAnswer: ObjectSchema = {
  type: "object",
  properties: {
    deleted: { type: "boolean", description: "Whether the code is deleted now." },
    id: { type: "string", description: "The code that is deleted." },
    wouldDelete: {
      type: "object",
      description: "What the second call would delete.",
      properties: {
        id: { type: "string" },
        name: { type: "string" },
        type: { type: "string" },
        isDynamic: { type: "boolean" },
        shortUrl: { type: ["string", "null"] },
        scanCount: { type: "integer" },
      },
      required: ["id", "name", "type", "isDynamic", "shortUrl", "scanCount"],
    },
    message: { type: "string", description: "What to ask the person." },
    confirmToken: { type: "string", description: "Confirms the deletion of this code with this key." },
  },
  required: ["deleted"],
};

/**
 * Deletes a code in two calls. The first deletes nothing: it says what would be lost and gives a token that confirms the
 * deletion of this code with this key for ten minutes. The second, with the token, deletes.
 */
export async function deleteWithConfirmation(
  call: Call,
  args: Record<string, unknown>,
): Promise<CallToolResult> {
  const { caller, request } = call;
  const { id, confirmToken } = args;
  if (caller === null || confirmToken === undefined) return foretell(call, args);
  if (typeof confirmToken !== "string" || !isConfirmed(caller, String(id), confirmToken, Date.now())) {
    const message = `confirmToken confirms nothing: it is for another code or key, or older than ${confirmMinutes} minutes`;
    const fault = fieldError("validation_failed", { field: "confirmToken", code: "invalid_value", message });
    return presentRefusal(JSON.parse(presentProblem(fault, request.requestId).body));
  }
  const answer = await callEndpoint(call, deleteQrCode, args);
  return answer.status >= 400
    ? presentResult(answer)
    : presentResult({ status: 200, json: { deleted: true, id } });
}

async function foretell(call: Call, args: Record<string, unknown>): Promise<CallToolResult> {
  const { caller, request } = call;
  const answer = await callEndpoint(call, getQrCode, args);
  if (caller === null || answer.status >= 400) return presentResult(answer);
  try {
    requirePermissions(caller, deleteQrCode.access.permissions);
  } catch (thrown) {
    return presentRefusal(JSON.parse(presentProblem(thrown, request.requestId).body));
  }
  const { id, name, type, isDynamic, shortUrl, scanCount } = answer.json;
  const loss = isDynamic
    ? "Every printed copy will open a page that says the code is gone."
    : "Printed copies keep working, but the record is deleted.";
  return presentResult({
    status: 200,
    json: {
      deleted: false,
      wouldDelete: { id, name, type, isDynamic, shortUrl, scanCount },
      message: `Nothing is deleted yet. ${loss} Ask the person; if they agree, call delete_qr_code again with this confirmToken within ${confirmMinutes} minutes.`,
      confirmToken: writeConfirmToken(caller, String(id), Date.now()),
    },
  });
}

/** `<end in milliseconds, base 36>.<HMAC>`: bound to the key and the code, so that nothing need be kept. */
function writeConfirmToken(caller: Caller, codeId: string, nowMs: number): string {
  const end = (nowMs + confirmMinutes * 60_000).toString(36);
  return `${end}.${sign(caller, codeId, end)}`;
}

/** Whether this confirms, at this instant, the deletion of this code with this key. */
function isConfirmed(caller: Caller, codeId: string, token: string, nowMs: number): boolean {
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
