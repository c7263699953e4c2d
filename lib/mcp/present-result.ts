import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Answer } from "./call";

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

export function presentPng(base64: string): Content {
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
