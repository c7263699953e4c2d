import type { Environment } from "@/lib/accounts/schema";
import { deleteGoals } from "@/lib/http/api/goal-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import { createWebhook } from "@/lib/http/api/webhook-contracts";
import type { Contract } from "@/lib/http/contract";
import { sql } from "@/lib/platform/db";
import { callV1, newAccount, newKey } from "./accounts";
import { insertDomain } from "./domains";
import { closedUrl, insertWebhooks } from "./tenant-webhooks";
import { insertGoalScans } from "./tenants";

/** Contracts that ask for a key. */
export const keyedContracts = v1Contracts.filter(({ access }) => access !== "public");

/** What there is for a request to name in its path. */
interface Subjects {
  codeId?: string;
  keyId?: string;
  /** Of an earlier target of the code. */
  targetId?: string;
  webhookId?: string;
  /** Of a delivery of the webhook. */
  deliveryId?: string;
  /** Of a public code. */
  shortCode?: string;
  tag?: string;
  domainId?: string;
}

interface ContractRequest {
  method: string;
  path: string;
  /** The contract's first example. */
  body?: unknown;
}

/** The request that a contract's own examples make, on these rows. */
export function exampleOf(contract: Contract, subjects: Subjects): ContractRequest {
  const { body, method, path, bodyExamples } = contract;
  const [example] = Object.values(bodyExamples ?? {});
  // A body that names a code names this one, and one that names an address one that the service under test may call.
  const own = {
    ...(body && "qrCodeId" in body.shape && { qrCodeId: subjects.codeId }),
    // The scan of a tenant's code that takes goals has the code's id.
    ...(body && "scanId" in body.shape && { scanId: subjects.codeId }),
    ...(contract === createWebhook && { url: closedUrl }),
  };
  return {
    method,
    path: `${fillPath(path, subjects)}${contract === deleteGoals ? "?name=signup" : ""}`,
    ...(example && { body: { ...(example.value as object), ...own } }),
  };
}

/** A contract's path with what it names. */
export function fillPath(path: string, subjects: Subjects): string {
  const {
    codeId = "",
    keyId = "",
    targetId = "",
    webhookId = "",
    deliveryId = "",
    shortCode = "",
    tag = "",
    domainId = "",
  } = subjects;
  const ofPath = [
    ["/api-keys/", keyId],
    ["/webhooks/", webhookId],
    ["/domains/", domainId],
  ].find(([part = ""]) => path.includes(part));
  return path
    .replace("{id}", ofPath?.[1] ?? codeId)
    .replace("{targetId}", targetId)
    .replace("{deliveryId}", deliveryId)
    .replace("{shortCode}", shortCode)
    .replace("{name}", tag)
    .replace("{file}", `${codeId}.png`);
}

interface Tenant {
  accountId: string;
  apiKey: string;
  codeId: string;
  keyId: string;
  targetId: string;
  webhookId: string;
  deliveryId: string;
  tag: string;
  domainId: string;
}

/** A tenant whom a contract serves. Its code is static where a picture is asked for: a dynamic one's is like no other. */
export function newTenantFor({ isSandboxOnly, success }: Contract): Promise<Tenant> {
  return newTenant(isSandboxOnly ? "sandbox" : "production", !("file" in success));
}

/**
 * A Pro account with a key of all permissions, a dynamic code that has led elsewhere before, a second key, which
 * requests may change and delete, a webhook with a delivery, a tag, and a domain that is served.
 */
export async function newTenant(environment: Environment = "production", isDynamic = true): Promise<Tenant> {
  const account = await newAccount("pro");
  const [{ apiKey }, other] = [
    await newKey(account, { environment }),
    await newKey(account, { environment, permissions: ["qr:read"], rateLimit: 100 }),
  ];
  const tag = "menus";
  const body = {
    ...{ name: "Menu", type: "url", content: "https://example.com/before", isDynamic },
    ...{ tags: [tag], publicImage: true },
  };
  const { status, json, text } = await callV1(apiKey, "POST", "/qr-codes", { body });
  if (status !== 201) throw new Error(`No code was made: ${text}`);
  const codeId = String(json.id);
  await insertGoalScans(sql, [codeId]);
  const change = { content: "https://example.com/menu" };
  await callV1(apiKey, "PUT", `/qr-codes/${codeId}`, { body: change });
  const { json: history } = await callV1(apiKey, "GET", `/qr-codes/${codeId}/targets`);
  const targetId = String(history.data?.[1]?.id);
  const { accountId } = account;
  const [webhook] = await insertWebhooks(sql, [{ accountId, environment }]);
  const { id: webhookId = "", deliveryId = "" } = webhook ?? {};
  const { id: domainId } = await insertDomain(account);
  return { accountId, apiKey, codeId, keyId: other.id, targetId, webhookId, deliveryId, tag, domainId };
}
