import { codeParams } from "@/lib/codes/schema";
import { deletedGoalsSchema, goalNameQuery, goalSchema, recordedGoalSchema } from "@/lib/goals/schema";
import { type Contract, contractOf } from "../contract";

const tag = "Goals";
const maxBodyBytes = 8_192;

const rules =
  "Record what a visitor did after a scan. The target of a code with `settings.appendScanId` is called with `qz_scan`, the scan's id; it takes goals for 30 days. A goal counts at the time of its scan, once for each scan and name: sent again it is 200 and changes nothing. A scan that is unknown, too old, of a deleted code or still being stored by another server is 404, and one that this server is still storing 503 with `Retry-After`. A body has at most 8 kB.";

const bodyExamples = {
  order: {
    summary: "An order",
    value: { scanId: "019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47", name: "order", value: 49.9, currency: "EUR" },
  },
  signup: {
    summary: "A goal without a value",
    value: { scanId: "019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47", name: "signup" },
  },
};

const success = {
  status: 201,
  otherwise: { status: 200, description: "The scan had this goal already." },
  description: "It is recorded.",
  json: recordedGoalSchema,
} as const;

export const recordPublicGoal = contractOf({
  id: "recordPublicGoal",
  method: "POST",
  path: "/api/public/goals",
  tag: "Public goals",
  access: "public",
  limit: "goals",
  summary: "Record a goal from a page",
  description: `${rules} Any origin may call it, and a body of \`text/plain\` is read as JSON, as a browser's beacon sends it; \`/goals.js\` does both. 600 calls per hour for one IP address (IPv6: one /64). Scans of the sandbox are not found here.`,
  body: goalSchema,
  bodyExamples,
  takesText: true,
  maxBodyBytes,
  success,
  errors: [
    "invalid_request",
    "validation_failed",
    "not_found",
    "payload_too_large",
    "unsupported_media_type",
    "request_timeout",
    "misdirected_request",
    "rate_limited",
    "unavailable",
  ],
});

export const recordGoal = contractOf({
  id: "recordGoal",
  method: "POST",
  path: "/api/v1/goals",
  tag,
  access: { permissions: ["qr:write"] },
  summary: "Record a goal",
  description: `${rules} Scans of the sandbox take goals with a sandbox key.`,
  body: goalSchema,
  bodyExamples,
  maxBodyBytes,
  success,
  errors: ["validation_failed", "not_found", "unavailable"],
});

export const deleteGoals = contractOf({
  id: "deleteQrCodeGoals",
  method: "DELETE",
  path: "/api/v1/qr-codes/{id}/goals",
  tag,
  access: { permissions: ["qr:write"] },
  summary: "Delete a code's goals of one name",
  description:
    "Deletes every goal of one name from the figures of a code, for good, and makes room for another name: anybody who has scanned the code can record goals of any name.",
  params: codeParams,
  query: goalNameQuery,
  success: {
    status: 200,
    description: "How many were deleted: 0 where there were none.",
    json: deletedGoalsSchema,
  },
  errors: ["validation_failed", "not_found"],
});

export const goalContracts: readonly Contract[] = [recordGoal, deleteGoals];
