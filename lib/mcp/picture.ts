import type { CallToolResult } from "@modelcontextprotocol/server";
import { renderCode } from "@/lib/codes";
import { getQrCode, getQrCodeImage } from "@/lib/http/api";
import { presentProblem } from "@/lib/http/errors";
import { fieldError } from "@/lib/platform/errors";
import { type Args, type Call, callEndpoint, fetchEndpoint, readAnswer } from "./call";
import type { ObjectSchema } from "./describe-tool";
import { presentPng, presentRefusal, presentResult } from "./present-result";

/** Media types by the formats that an agent can use; a PDF is neither text nor a picture to it. */
const mediaTypes = { png: "image/png", svg: "image/svg+xml" } as const;

export const pictureAnswer: ObjectSchema = {
  type: "object",
  properties: {
    id: { type: "string" },
    format: { type: "string" },
    mediaType: { type: "string" },
    bytes: { type: "integer" },
  },
};

/** A code with its picture, as one request. A code that this release can't draw any more is answered without it. */
export async function getWithPicture(call: Call, args: Args): Promise<CallToolResult> {
  const answer = await callEndpoint(call, getQrCode, args);
  const result = presentResult(answer);
  if (result.isError || call.caller === null) return result;
  const picture = await renderCode(call.caller, String(answer.json.id), { format: "png" }).catch(() => null);
  if (picture === null || picture.notModified) return result;
  const image = presentPng(Buffer.from(picture.bytes).toString("base64"));
  return { ...result, content: [image, ...result.content] };
}

/** The picture alone: a PNG as image content, an SVG as text, which every client can read and save. */
export async function getPicture(call: Call, args: Args): Promise<CallToolResult> {
  const { id, format = "png" } = args;
  if (format !== "png" && format !== "svg") return refuseFormat(call);
  const response = await fetchEndpoint(call, getQrCodeImage, args);
  if (response.status >= 400) return presentResult(readAnswer(response));
  const bytes = Buffer.from(response.body ?? "");
  const facts = { id, format, mediaType: mediaTypes[format], bytes: bytes.length };
  const { content, structuredContent } = presentResult({ status: 200, json: facts });
  const picture =
    format === "png"
      ? presentPng(bytes.toString("base64"))
      : ({ type: "text", text: bytes.toString("utf8") } as const);
  return { content: [picture, ...content], structuredContent };
}

function refuseFormat({ request }: Call): CallToolResult {
  const message = "format must be png or svg";
  const fault = fieldError("validation_failed", { field: "format", code: "invalid_value", message });
  return presentRefusal(JSON.parse(presentProblem(fault, request.requestId).body));
}
