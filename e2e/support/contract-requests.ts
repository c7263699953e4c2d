import type { Environment } from "@/lib/accounts/schema";
import { apiKeyContracts } from "@/lib/http/api/api-key-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import type { Contract } from "@/lib/http/contract";
import { callV1, newAccount, newKey } from "./accounts";

/** Contracts that ask for a key. */
export const keyedContracts = v1Contracts.filter(({ access }) => access !== "public");

/** What there is for a request to name in its path. */
interface Subjects {
  codeId?: string;
  keyId?: string;
  /** Of an earlier target of the code. */
  targetId?: string;
  /** Of a public code. */
  shortCode?: string;
}

interface ContractRequest {
  method: string;
  path: string;
  /** The contract's first example. */
  body?: unknown;
}

/** The request that a contract's own examples make, on these rows. */
export function exampleOf(
  contract: Contract,
  { codeId = "", keyId = "", targetId = "", shortCode = "" }: Subjects,
): ContractRequest {
  const id = apiKeyContracts.includes(contract) ? keyId : codeId;
  const [example] = Object.values(contract.bodyExamples ?? {});
  // A body that names a code names this one.
  const own = contract.body && "qrCodeId" in contract.body.shape ? { qrCodeId: codeId } : {};
  return {
    method: contract.method,
    path: contract.path.replace("{id}", id).replace("{targetId}", targetId).replace("{shortCode}", shortCode),
    ...(example && { body: { ...(example.value as object), ...own } }),
  };
}

interface Tenant {
  accountId: string;
  apiKey: string;
  codeId: string;
  keyId: string;
  targetId: string;
}

/** A tenant whom a contract serves. Its code is static where a picture is asked for: a dynamic one's is like no other. */
export function newTenantFor({ isSandboxOnly, success }: Contract): Promise<Tenant> {
  return newTenant(isSandboxOnly ? "sandbox" : "production", !("file" in success));
}

/**
 * A Pro account with a key of all permissions, a dynamic code that has led elsewhere before, and a second key, which
 * requests may change and delete.
 */
export async function newTenant(environment: Environment = "production", isDynamic = true): Promise<Tenant> {
  const account = await newAccount("pro");
  const [{ apiKey }, other] = [
    await newKey(account, { environment }),
    await newKey(account, { environment, permissions: ["qr:read"], rateLimit: 100 }),
  ];
  const body = { name: "Menu", type: "url", content: "https://example.com/before", isDynamic };
  const { status, json, text } = await callV1(apiKey, "POST", "/qr-codes", { body });
  if (status !== 201) throw new Error(`No code was made: ${text}`);
  const codeId = String(json.id);
  const change = { content: "https://example.com/menu" };
  await callV1(apiKey, "PUT", `/qr-codes/${codeId}`, { body: change });
  const { json: history } = await callV1(apiKey, "GET", `/qr-codes/${codeId}/targets`);
  const targetId = String(history.data?.[1]?.id);
  return { accountId: account.accountId, apiKey, codeId, keyId: other.id, targetId };
}
