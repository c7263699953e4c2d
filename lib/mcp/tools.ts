import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import { holdsPermission, type Permission } from "@/lib/accounts/schema";
import { renderCode } from "@/lib/codes";
import {
  type Contract,
  createPublicQrCode,
  createQrCode,
  createQrCodes,
  deleteQrCode,
  getAnalytics,
  getQrCode,
  listDomains,
  listQrCodes,
  listScans,
  updateQrCode,
} from "@/lib/http/api";
import { type Call, callEndpoint } from "./call";
import { deleteWithConfirmation, deletionAnswer } from "./delete-code";
import type { ObjectSchema } from "./describe-tool";
import { presentPng, presentResult } from "./present-result";

type Args = Record<string, unknown>;

export interface Tool {
  name: string;
  title: string;
  /** What it is for, in front of what its endpoint says. */
  purpose: string;
  /** The endpoint that it calls: its limits, permissions and errors are the tool's. */
  contract: Contract;
  annotations: ToolAnnotations;
  /** Members of its own besides those of the endpoint. */
  also?: Record<string, object>;
  /** What it answers, where that is not the endpoint's answer. */
  ownAnswer?: ObjectSchema;
  /** Where it does more than call its endpoint. */
  run?: (call: Call, args: Args) => Promise<CallToolResult>;
}

const idempotencyKey = {
  type: "string",
  maxLength: 255,
  description:
    "A new random text for each new request, such as a UUID: sent again with the same arguments, the call is answered as before and makes nothing twice.",
};
const confirmToken = {
  type: "string",
  description: "What the first call answered. Send it only after the person has agreed.",
};

const reads = { readOnlyHint: true, openWorldHint: false } as const;
const makes = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;

export const tools: readonly Tool[] = [
  {
    name: "generate_qr_code",
    title: "Generate a QR code",
    purpose:
      "Draws a QR code for an address, a text, Wi-Fi credentials or a contact, without an account; the picture and a link to it for 24 hours.",
    contract: createPublicQrCode,
    annotations: makes,
  },
  {
    name: "create_qr_code",
    title: "Create a stored code",
    purpose:
      "Stores a code. Choose isDynamic: true for what will be printed: its short URL can then be led elsewhere later. `slug` chooses the end of that URL, `domain` its host.",
    contract: createQrCode,
    annotations: makes,
    also: { idempotencyKey },
  },
  {
    name: "list_qr_codes",
    title: "List codes",
    purpose: "Finds stored codes by name, content, slug, type or kind, a page at a time.",
    contract: listQrCodes,
    annotations: reads,
  },
  {
    name: "get_qr_code",
    title: "Get a code",
    purpose: "One stored code with its scans in short and its picture.",
    contract: getQrCode,
    annotations: reads,
    run: getWithPicture,
  },
  {
    name: "update_qr_code",
    title: "Change a code",
    purpose:
      "Changes name, content (where a dynamic code leads), slug, domain or settings of a stored code. Printed copies keep working, under an earlier short URL too.",
    contract: updateQrCode,
    annotations: { ...makes, idempotentHint: true },
  },
  {
    name: "delete_qr_code",
    title: "Delete a code",
    purpose:
      "Deletes a stored code for good, in two calls: the first says what would be lost and gives a confirmToken, the second with that token deletes.",
    contract: deleteQrCode,
    annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    also: { confirmToken },
    ownAnswer: deletionAnswer,
    run: deleteWithConfirmation,
  },
  {
    name: "bulk_create_qr_codes",
    title: "Create up to 100 codes",
    purpose: "Stores many codes in one step; items that can't be stored are listed beside those that were.",
    contract: createQrCodes,
    annotations: makes,
    also: { idempotencyKey },
  },
  {
    name: "get_analytics",
    title: "Read analytics",
    purpose: "Scans, visitors, places and devices of one code or of all, over a range of time.",
    contract: getAnalytics,
    annotations: reads,
  },
  {
    name: "list_scans",
    title: "List scans",
    purpose: "Single scans, the newest first; with since, only those that are new.",
    contract: listScans,
    annotations: reads,
  },
  {
    name: "list_domains",
    title: "List domains",
    purpose: "The account's own hosts for short URLs, with their status and the DNS records that they need.",
    contract: listDomains,
    annotations: reads,
  },
];

/** What a tool answers to a call of it. */
export async function runTool(tool: Tool, call: Call, args: Args): Promise<CallToolResult> {
  if (tool.run !== undefined) return tool.run(call, args);
  return presentResult(await callEndpoint(call, tool.contract, args));
}

function permissionsOf({ contract: { access } }: Tool): readonly Permission[] {
  return access === "public" ? [] : access.permissions;
}

/** Whether a call may list a tool: without a key those for everybody, with one what its permissions allow. */
export function isOffered(tool: Tool, { caller }: Call): boolean {
  if (tool.contract.access === "public") return true;
  if (tool.contract.isProductionOnly && caller?.environment === "sandbox") return false;
  const held = caller?.key?.permissions;
  return held !== undefined && permissionsOf(tool).every((wanted) => holdsPermission(held, wanted));
}

/** The tools as a person is told of them. */
export function describeTools(): { name: string; purpose: string; permissions: readonly Permission[] }[] {
  return tools.map((tool) => ({
    name: tool.name,
    purpose: tool.purpose,
    permissions: permissionsOf(tool),
  }));
}

/** A code with its picture, as one request. A code that this release can't draw any more is answered without it. */
async function getWithPicture(call: Call, args: Record<string, unknown>): Promise<CallToolResult> {
  const answer = await callEndpoint(call, getQrCode, args);
  const result = presentResult(answer);
  if (result.isError || call.caller === null) return result;
  const picture = await renderCode(call.caller, String(answer.json.id), { format: "png" }).catch(() => null);
  if (picture === null || picture.notModified) return result;
  const image = presentPng(Buffer.from(picture.bytes).toString("base64"));
  return { ...result, content: [image, ...result.content] };
}
