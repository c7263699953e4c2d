import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import { holdsPermission, type Permission } from "@/lib/accounts/schema";
import {
  type Contract,
  createPublicQrCode,
  createQrCode,
  createQrCodes,
  deleteQrCode,
  deleteTag,
  getAnalytics,
  getQrCode,
  getQrCodeImage,
  listDomains,
  listQrCodes,
  listScans,
  listTags,
  listTargets,
  recordGoal,
  renameTag,
  resolveQrCode,
  restoreTarget,
  updateQrCode,
} from "@/lib/http/api";
import { type Args, type Call, callEndpoint, listPathArgs } from "./call";
import { deleteWithConfirmation, deletionAnswer } from "./delete-code";
import type { ObjectSchema } from "./describe-tool";
import {
  getPicture,
  getWithPicture,
  isNotFound,
  pictureAnswer,
  presentResult,
  refuseArgument,
} from "./present-result";

export interface Tool {
  name: string;
  title: string;
  /** What it does and what it changes, for the agent that chooses a tool and for the documentation. */
  purpose: string;
  /** The endpoint that it calls: its limits, permissions and errors are the tool's. */
  contract: Contract;
  annotations: ToolAnnotations;
  /** Arguments of a call that works, with ids and names to be replaced. */
  example: Args;
  /** Arguments besides the endpoint's, or in place of what the endpoint says of them. */
  also?: Record<string, object>;
  /** Parameter of the path → the argument that fills it, where the body has a member of the same name. */
  pathNames?: Record<string, string>;
  /** What it answers, where that is not the endpoint's answer. */
  ownAnswer?: ObjectSchema;
  /** Where it does more than call its endpoint. */
  run?: (call: Call, args: Args) => Promise<CallToolResult>;
}

const idempotencyKey = {
  type: "string",
  maxLength: 255,
  description: "A new random text for each new request. A repeated call with it creates nothing twice.",
};
const confirmToken = {
  type: "string",
  description: "From the first call. Send it only after the person has agreed.",
};
const content = {
  type: ["string", "object"],
  description:
    "An address, a text, an email address or a phone number; for wifi, contact, vcard, email and sms also an object, such as {ssid, password, security}.",
};
const code = { type: "string", description: "Id of the code." };
const settings = {
  type: ["object", "null"],
  description: "Members as in create_qr_code. null resets a member; routes are replaced as a whole.",
};
const qrCodes = {
  type: "array",
  minItems: 1,
  maxItems: 100,
  items: { type: "object" },
  description: "Each with the arguments of create_qr_code, without idempotencyKey and dryRun.",
};

/** Reads and changes nothing. */
const reads = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const;
/** Adds something and overwrites nothing. */
const adds = { readOnlyHint: false, destructiveHint: false, openWorldHint: false } as const;
/** Overwrites or deletes what no other tool brings back. */
const destroys = { readOnlyHint: false, destructiveHint: true, openWorldHint: false } as const;

const id = "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35";
const menu = { name: "Menu", type: "url", content: "https://example.com/menu", isDynamic: true };
const fridayNight = {
  when: { days: ["Friday"], hours: { from: "18:00", until: "02:00" }, timezone: "Europe/Lisbon" },
  to: "https://example.com/late-menu",
};

export const tools: readonly Tool[] = [
  {
    name: "generate_qr_code",
    title: "Generate a QR code",
    purpose:
      "Draws a QR code for an address, a text, WiFi credentials or a contact, without an account. Answers the picture and a link to it that works for 24 hours.",
    contract: createPublicQrCode,
    annotations: adds,
    also: { content },
    example: { type: "wifi", content: { ssid: "Guests", password: "quiet-zone-4", security: "WPA2" } },
  },
  {
    name: "create_qr_code",
    title: "Create a stored code",
    purpose:
      "Stores a code. Use isDynamic: true for anything that gets printed: its short URL can lead to another target later. Rules in settings.routes lead some visitors elsewhere.",
    contract: createQrCode,
    annotations: adds,
    also: { content, idempotencyKey },
    example: { ...menu, tags: ["summer"], settings: { color: { dark: "#0F172A" } } },
  },
  {
    name: "list_qr_codes",
    title: "List codes",
    purpose: "Finds stored codes by name, content, slug, tag, type or state, a page at a time.",
    contract: listQrCodes,
    annotations: reads,
    example: { search: "menu", state: "active", limit: 10 },
  },
  {
    name: "get_qr_code",
    title: "Get a code",
    purpose: "One stored code with its settings, rules, scan summary and picture.",
    contract: getQrCode,
    annotations: reads,
    example: { id },
    run: getWithPicture,
  },
  {
    name: "update_qr_code",
    title: "Change a code",
    purpose:
      "Changes a stored code: name, content (the target of a dynamic code), slug, domain, tags or settings. Printed copies keep working. What is left out stays.",
    contract: updateQrCode,
    annotations: { ...destroys, idempotentHint: true },
    also: { content, settings },
    example: { id, settings: { routes: [fridayNight] } },
  },
  {
    name: "delete_qr_code",
    title: "Delete a code",
    purpose:
      "Deletes a stored code for good, in two calls: the first says what would be lost and returns a confirmToken, the second deletes with it.",
    contract: deleteQrCode,
    annotations: destroys,
    also: { confirmToken },
    ownAnswer: deletionAnswer,
    example: { id },
    run: deleteWithConfirmation,
  },
  {
    name: "bulk_create_qr_codes",
    title: "Create up to 100 codes",
    purpose: "Stores many codes in one step. Items that can't be stored are listed with their errors.",
    contract: createQrCodes,
    annotations: adds,
    also: { qrCodes, idempotencyKey },
    example: { qrCodes: [menu, { name: "Greeting", type: "text", content: "Hello" }] },
  },
  {
    name: "get_qr_code_image",
    title: "Get the picture of a code",
    purpose: "Draws a stored code as PNG, or as SVG for print. The SVG is text.",
    contract: getQrCodeImage,
    annotations: reads,
    also: { format: { type: "string", enum: ["png", "svg"], default: "png" } },
    ownAnswer: pictureAnswer,
    example: { id, format: "svg", size: 1024 },
    run: getPicture,
  },
  {
    name: "list_targets",
    title: "List the targets of a code",
    purpose:
      "The target of a dynamic code with its rules, and up to 100 earlier ones: since when, and who set them.",
    contract: listTargets,
    annotations: reads,
    also: { id: code },
    example: { id },
  },
  {
    name: "restore_target",
    title: "Restore a target",
    purpose:
      "Leads a dynamic code to an earlier target again, with the rules and fallback it had then. The present target stays in the history.",
    contract: restoreTarget,
    annotations: adds,
    also: { targetId: { type: "string", description: "From list_targets." } },
    example: { id, targetId: "019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47" },
  },
  {
    name: "resolve_qr_code",
    title: "Try where a code leads",
    purpose:
      "Answers where a dynamic code leads a given visitor, and by which rule. Records no scan. Use it after changing rules.",
    contract: resolveQrCode,
    annotations: reads,
    example: { id, country: "PT", language: "pt-PT", at: "2027-03-05T19:30:00Z" },
  },
  {
    name: "list_tags",
    title: "List tags",
    purpose: "All tags with the number of codes that have each, and their scans.",
    contract: listTags,
    annotations: reads,
    example: {},
  },
  {
    name: "rename_tag",
    title: "Rename a tag",
    purpose: "Renames a tag on every code that has it. The name of another tag merges both.",
    contract: renameTag,
    annotations: destroys,
    pathNames: { name: "tag" },
    also: { tag: { type: "string", description: "The tag as it is now." } },
    example: { tag: "summer", name: "summer 2027" },
  },
  {
    name: "delete_tag",
    title: "Delete a tag",
    purpose: "Removes a tag from every code that has it. The codes stay.",
    contract: deleteTag,
    annotations: destroys,
    pathNames: { name: "tag" },
    also: { tag: { type: "string", description: "The tag." } },
    ownAnswer: { type: "object", properties: { deleted: { type: "boolean" }, tag: { type: "string" } } },
    example: { tag: "winter" },
    run: deleteByTag,
  },
  {
    name: "get_analytics",
    title: "Read analytics",
    purpose:
      "Scans, visitors, places, devices, rules and goals of one code, of a tag or of all codes, over a period.",
    contract: getAnalytics,
    annotations: reads,
    example: { timeRange: "7d", timezone: "Europe/Paris" },
  },
  {
    name: "list_scans",
    title: "List scans",
    purpose: "Single scans, newest first; with since, only later ones.",
    contract: listScans,
    annotations: reads,
    example: { limit: 20 },
  },
  {
    name: "record_goal",
    title: "Record a goal",
    purpose:
      "Records what a visitor did after a scan, such as an order, once per scan and name, within 30 days. The scan's id is the qz_scan that a code with settings.appendScanId sends to its target.",
    contract: recordGoal,
    annotations: { ...adds, idempotentHint: true },
    example: { scanId: "019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47", name: "order", value: 49.9, currency: "EUR" },
  },
  {
    name: "list_domains",
    title: "List domains",
    purpose: "The account's own hosts for short URLs, with their status and the DNS records they need.",
    contract: listDomains,
    annotations: reads,
    example: {},
  },
];

/** What a tool answers to a call of it. */
export async function runTool(tool: Tool, call: Call, args: Args): Promise<CallToolResult> {
  const { contract, pathNames } = tool;
  const result =
    tool.run === undefined
      ? presentResult(await callEndpoint(call, contract, args, pathNames))
      : await tool.run(call, args);
  // A path without its part names nothing: the endpoint has counted the call and found nothing there.
  const missing = listPathArgs(contract, pathNames).find((name) => (args[name] ?? "") === "");
  if (missing === undefined || !isNotFound(result)) return result;
  return refuseArgument(call, { field: missing, code: "required", message: `${missing} is required` });
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

/** The tools as the documentation lists them. */
export function describeTools(): { name: string; purpose: string; permissions: readonly Permission[] }[] {
  return tools.map((tool) => ({
    name: tool.name,
    purpose: tool.purpose,
    permissions: permissionsOf(tool),
  }));
}

/** Says what is deleted, since the endpoint answers nothing. */
async function deleteByTag(call: Call, args: Args): Promise<CallToolResult> {
  const answer = await callEndpoint(call, deleteTag, args, { name: "tag" });
  if (answer.status >= 400) return presentResult(answer);
  return presentResult({ status: 200, json: { deleted: true, tag: args.tag } });
}
