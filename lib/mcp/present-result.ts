import type { CallToolResult } from "@modelcontextprotocol/server";
import { renderCode } from "@/lib/codes";
import { getQrCode, getQrCodeImage } from "@/lib/http/api";
import { presentProblem } from "@/lib/http/errors";
import { type ErrorDetail, fieldError } from "@/lib/platform/errors";
import { type Answer, type Args, type Call, callEndpoint, fetchEndpoint, readAnswer } from "./call";
import type { ObjectSchema } from "./describe-tool";

type Content = CallToolResult["content"][number];

/** Pictures that one answer carries; more would fill an agent's memory. */
const mostPictures = 10;

/**
 * An answer of the interface as the result of a tool: its pictures as image content, the rest as structured content and,
 * for clients that read no such thing, as text. A refusal is a result too, which says what to change.
 */
export function presentResult({ status, json }: Answer): CallToolResult {
  if (status >= 400) return presentRefusal(json);
  const pictures: string[] = [];
  const structuredContent = extractPictures(json, pictures) as Record<string, unknown>;
  const shown = pictures.slice(0, mostPictures);
  const note =
    pictures.length > shown.length
      ? [text(`The first ${mostPictures} of ${pictures.length} pictures are here; get a code for its own.`)]
      : [];
  return {
    content: [...shown.map(presentPng), ...note, text(JSON.stringify(structuredContent))],
    structuredContent,
  };
}

function presentPng(base64: string): Content {
  return { type: "image", data: base64, mimeType: "image/png" };
}

/** Code and sentence first, then each fault by its field: what an agent can act on. */
export function presentRefusal(problem: Record<string, unknown>): CallToolResult {
  const { error, code, hint, docs, details } = problem as Record<string, string | undefined> & {
    details?: { field: string; message: string }[];
  };
  const faults = (details ?? []).map(({ field, message }) => `- ${field}: ${message}`);
  const lines = [`${code}: ${error}`, ...faults, hint, docs === undefined ? undefined : `See ${docs}`];
  return {
    isError: true,
    content: [text(lines.filter((line) => line !== undefined).join("\n")), text(JSON.stringify(problem))],
  };
}

export const isNotFound = ({ content: [first] }: CallToolResult): boolean =>
  first?.type === "text" && first.text.startsWith("not_found: ");

function text(words: string): Content {
  return { type: "text", text: words };
}

const pngPrefix = "data:image/png;base64,";

/** The value without the pictures in it, which are gathered, and without the logos that a client sent itself. */
function extractPictures(value: unknown, pictures: string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => extractPictures(item, pictures));
  if (value === null || typeof value !== "object") return value;
  const kept: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(value)) {
    if (name === "qrImage" && typeof member === "string") pictures.push(member.slice(pngPrefix.length));
    else if (name !== "dataUrl") kept[name] = extractPictures(member, pictures);
  }
  return kept;
}

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
  if (format !== "png" && format !== "svg")
    return refuseArgument(call, {
      field: "format",
      code: "invalid_value",
      message: "format must be png or svg",
    });
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

/** What a call is answered whose endpoint is not asked. */
export function refuseArgument({ request }: Call, detail: ErrorDetail): CallToolResult {
  const fault = fieldError("validation_failed", detail);
  return presentRefusal(JSON.parse(presentProblem(fault, request.requestId).body));
}
