import { ProtocolError, ProtocolErrorCode, type ReadResourceResult } from "@modelcontextprotocol/server";
import { getAnalytics, getQrCode, listQrCodes } from "@/lib/http/api";
import { type Answer, type Call, callEndpoint } from "./call";
import { presentResult } from "./present-result";

const address = /^quietzone:\/\/codes\/([0-9a-f-]{36})(\/analytics)?$/;

/** What can be read by its address, beside the list of codes. */
export const resourceTemplates = [
  {
    uriTemplate: "quietzone://codes/{id}",
    name: "code",
    title: "A stored code",
    description: "Name, content, short URL, settings and scans in short.",
    mimeType: "application/json",
  },
  {
    uriTemplate: "quietzone://codes/{id}/analytics",
    name: "code-analytics",
    title: "Analytics of a code",
    description: "Scans of the last 30 days by day, place and device.",
    mimeType: "application/json",
  },
];

const pageSize = 50;

/** The codes of the key's account as resources, a page at a time. */
export async function listResources(call: Call, cursor: string | undefined) {
  if (call.caller === null) return { resources: [] };
  const page = cursor === undefined ? 1 : readCursor(cursor);
  const { data, pagination } = readAnswer(
    await callEndpoint(call, listQrCodes, { page, limit: pageSize }),
  ) as {
    data: { id: string; name: string; type: string }[];
    pagination: { pages: number };
  };
  const resources = data.map(({ id, name, type }) => ({
    uri: `quietzone://codes/${id}`,
    name,
    description: `A code of type ${type}`,
    mimeType: "application/json",
  }));
  return { resources, ...(pagination.pages > page && { nextCursor: String(page + 1) }) };
}

/** The page that a cursor names. */
function readCursor(cursor: string): number {
  if (/^[1-9]\d{0,8}$/.test(cursor)) return Number(cursor);
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    "cursor must be the nextCursor of an earlier answer",
  );
}

/** What stands at a resource's address. Throws a protocol error for an unknown one and for what a key may not read. */
export async function readResource(call: Call, uri: string): Promise<ReadResourceResult> {
  const [, id, isAnalytics] = address.exec(uri) ?? [];
  if (id === undefined) throw notFound(uri, "There is no such resource");
  const answer = isAnalytics
    ? await callEndpoint(call, getAnalytics, { qrCodeId: id, timeRange: "30d" })
    : await callEndpoint(call, getQrCode, { id });
  if (answer.status === 404) throw notFound(uri, "There is no such code");
  const text = JSON.stringify(readAnswer(answer));
  return { contents: [{ uri, mimeType: "application/json", text }] };
}

function readAnswer(answer: Answer): Record<string, unknown> {
  if (answer.status < 400) return presentResult(answer).structuredContent as Record<string, unknown>;
  throw new ProtocolError(ProtocolErrorCode.InvalidRequest, String(answer.json.error), answer.json);
}

function notFound(uri: string, words: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, words, { uri });
}
