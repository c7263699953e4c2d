import { z } from "zod";
import { accountSchema, permissions } from "@/lib/accounts/schema";
import {
  apiKeyChangeSchema,
  apiKeyResourceSchema,
  issuedApiKeySchema,
  maxKeys,
  maxStoredKeys,
  newApiKeySchema,
  rotationSchema,
} from "@/lib/api-keys/schema";
import { type Contract, contractOf } from "../contract";

const path = "/api/v1/api-keys";
const onePath = `${path}/{id}`;
const tag = "API keys";

/** Any valid key reads; a key that holds everything manages. */
const reading = { permissions: [] } as const;
const managing = { permissions } as const;

const params = z.object({
  id: z.string().meta({
    format: "uuid",
    description: "The key's `id`.",
    examples: ["019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47"],
  }),
});

const bodyErrors = [
  "invalid_request",
  "validation_failed",
  "payload_too_large",
  "unsupported_media_type",
  "request_timeout",
] as const;

export const listApiKeys = contractOf({
  id: "listApiKeys",
  method: "GET",
  path,
  tag,
  access: reading,
  summary: "List the keys",
  description:
    "All keys of the account, the newest first, without their values; those included that are switched off or have expired. Any valid key may list them. A production key sees the keys of both environments, a sandbox key those of the sandbox.",
  success: {
    status: 200,
    description: "The keys.",
    json: z.object({ data: z.array(apiKeyResourceSchema) }).meta({ id: "ApiKeyList" }),
  },
  errors: ["unavailable"],
});

export const createApiKey = contractOf({
  id: "createApiKey",
  isSecret: true,
  method: "POST",
  path,
  tag,
  access: managing,
  summary: "Create a key",
  description: `Makes a key and answers its value in \`apiKey\`, this once: only a hash of it is kept. A key makes none that is stronger than itself: more permissions, a higher \`rateLimit\` or a later \`expiresAt\` than its own is 403 \`insufficient_permission\`. An account has at most ${maxKeys} active keys (switched on and not expired) and keeps at most ${maxStoredKeys} in all; one more is 403 \`quota_exceeded\`. A sandbox key makes sandbox keys only. Unknown members are ignored.`,
  body: newApiKeySchema,
  bodyExamples: {
    reading: {
      summary: "A key for a program that reads",
      value: { name: "Menu printer", permissions: ["qr:read"], rateLimit: 1_000 },
    },
    ending: {
      summary: "A key that ends by itself",
      value: {
        name: "Contractor",
        description: "Spring campaign",
        permissions: ["qr:read", "qr:write"],
        expiresAt: "2030-05-31T22:00:00.000Z",
      },
    },
    sandbox: {
      summary: "A key to try everything out",
      value: { name: "Sandbox", environment: "sandbox", permissions: [...permissions] },
    },
  },
  makes: onePath,
  success: {
    status: 201,
    description: "The key with its value.",
    json: issuedApiKeySchema,
    headers: {
      Location: {
        description: "Address of the key.",
        example: `https://quietzone.example${path}/019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47`,
        always: true,
      },
    },
  },
  errors: [...bodyErrors, "insufficient_permission", "sandbox_forbidden", "quota_exceeded", "unavailable"],
});

export const getApiKey = contractOf({
  id: "getApiKey",
  method: "GET",
  path: onePath,
  tag,
  access: reading,
  summary: "Get a key",
  description:
    "One key without its value. Any valid key may read it; 404 for a key of another account and, with a sandbox key, for one of production.",
  params,
  success: { status: 200, description: "The key.", json: apiKeyResourceSchema },
  errors: ["not_found", "unavailable"],
});

export const updateApiKey = contractOf({
  id: "updateApiKey",
  method: "PATCH",
  path: onePath,
  tag,
  access: managing,
  summary: "Change a key",
  description: `Changes what is sent: \`name\`, \`description\`, \`isActive\`, \`rateLimit\`, \`permissions\`; from the next request on. \`environment\` and \`expiresAt\` can't be changed: another value is 400 \`immutable_field\`. A key stronger than the calling one can't be changed, and none can be made stronger (403 \`insufficient_permission\`). Switching a key on counts against the ${maxKeys} active ones. Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves \`updatedAt\`.`,
  params,
  body: apiKeyChangeSchema,
  bodyExamples: {
    off: { summary: "Switch it off", value: { isActive: false } },
    limit: { summary: "A new name and a lower limit", value: { name: "Till 2", rateLimit: 200 } },
  },
  success: { status: 200, description: "The key as it is now.", json: apiKeyResourceSchema },
  errors: [
    ...bodyErrors,
    "immutable_field",
    "insufficient_permission",
    "quota_exceeded",
    "not_found",
    "unavailable",
  ],
});

export const deleteApiKey = contractOf({
  id: "deleteApiKey",
  method: "DELETE",
  path: onePath,
  tag,
  access: managing,
  summary: "Delete a key",
  description:
    "Deletes a key for good; requests with it are refused from the next one on. A key may delete itself and a stronger one.",
  params,
  success: { status: 204, description: "It is deleted." },
  errors: ["not_found", "unavailable"],
});

export const rotateApiKey = contractOf({
  id: "rotateApiKey",
  isSecret: true,
  method: "POST",
  path: `${onePath}/rotate`,
  tag,
  access: managing,
  summary: "Give a key a new value",
  description:
    "Answers the key with a new value in `apiKey`, this once; everything else of it stays. The value before goes on working for `graceSeconds` (by default it stops at once), as `previousKeyExpiresAt` says; a value before that stops with this rotation. A key stronger than the calling one can't be rotated (403 `insufficient_permission`); one that has expired is 400.",
  params,
  body: rotationSchema,
  isBodyOptional: true,
  bodyExamples: {
    grace: { summary: "With an hour to change over", value: { graceSeconds: 3_600 } },
    atOnce: { summary: "A value that leaked: it stops at once", value: { graceSeconds: 0 } },
  },
  success: { status: 200, description: "The key with its new value.", json: issuedApiKeySchema },
  errors: [...bodyErrors, "insufficient_permission", "not_found", "unavailable"],
});

export const getAccount = contractOf({
  id: "getAccount",
  method: "GET",
  path: "/api/v1/account",
  tag: "Account",
  access: { permissions: [] },
  summary: "Get plan, limits and usage",
  description:
    "The plan of the key's account, what it may have in the key's environment and how much of it is used. Any key may call it; it tells nothing about who owns the account.",
  success: { status: 200, description: "Plan, limits and usage.", json: accountSchema },
  errors: [],
});

export const apiKeyContracts: readonly Contract[] = [
  getAccount,
  listApiKeys,
  createApiKey,
  getApiKey,
  updateApiKey,
  deleteApiKey,
  rotateApiKey,
];
