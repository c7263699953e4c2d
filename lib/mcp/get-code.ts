import type { CallToolResult } from "@modelcontextprotocol/server";
import { renderCode } from "@/lib/codes";
import { getQrCode } from "@/lib/http/api";
import { type Call, callEndpoint } from "./call";
import { presentPng, presentResult } from "./present-result";

/** A code with its picture, as one request. A code that this release can't draw any more is answered without it. */
export async function getWithPicture(call: Call, args: Record<string, unknown>): Promise<CallToolResult> {
  const answer = await callEndpoint(call, getQrCode, args);
  const result = presentResult(answer);
  if (result.isError || call.caller === null) return result;
  const picture = await renderCode(call.caller, String(answer.json.id), { format: "png" }).catch(() => null);
  if (picture === null || picture.notModified) return result;
  const image = presentPng(Buffer.from(picture.bytes).toString("base64"));
  return { ...result, content: [image, ...result.content] };
}
