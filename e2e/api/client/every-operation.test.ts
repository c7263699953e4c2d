import { describe, expect, inject, it } from "vitest";
import { listMethods, readInterfaces } from "@/clients/generate/list-methods";
import type { Quietzone } from "@/clients/typescript/src/index";
import { publicContracts } from "@/lib/http/api/public-contracts";
import { v1Contracts } from "@/lib/http/api/v1-contracts";
import type { Contract } from "@/lib/http/contract";
import { exampleOf, fillPath, type newTenant, newTenantFor } from "../../support/contract-requests";
import { menu, openQuietzone } from "../../support/quietzone";
import { closedUrl } from "../../support/tenant-webhooks";

type Tenant = Awaited<ReturnType<typeof newTenant>>;

const png = { mediaType: "image/png", bytes: expect.any(Uint8Array) };
const text = { type: "text", content: "Hello" } as const;

/** What methods are given, and what they answer. */
const calls: Record<
  string,
  [(quietzone: Quietzone, tenant: Tenant) => Promise<unknown>, object | undefined]
> = {
  createQrCode: [(q) => q.codes.create(menu), { id: expect.any(String), content: menu.content }],
  listQrCodes: [(q) => q.codes.list({ limit: 5 }), { data: [{ name: "Menu" }], pagination: { limit: 5 } }],
  getQrCode: [(q, { codeId }) => q.codes.get(codeId), { name: "Menu", scanCount: 0 }],
  updateQrCode: [(q, { codeId }) => q.codes.update(codeId, { name: "Other" }), { name: "Other" }],
  deleteQrCode: [(q, { codeId }) => q.codes.delete(codeId), undefined],
  createQrCodes: [(q) => q.codes.createMany({ qrCodes: [menu] }), { summary: { successful: 1 } }],
  deleteQrCodes: [(q, { codeId }) => q.codes.deleteMany({ qrCodeIds: [codeId] }), { deleted: 1 }],
  getQrCodeImage: [(q, { codeId }) => q.codes.getImage(codeId, { size: 512 }), png],
  listTargets: [
    (q, { codeId }) => q.codes.listTargets(codeId),
    { data: [expect.anything(), { content: "https://example.com/before" }] },
  ],
  restoreTarget: [
    (q, { codeId, targetId }) => q.codes.restoreTarget(codeId, targetId),
    { content: "https://example.com/before" },
  ],
  resolveQrCode: [
    (q, { codeId }) => q.codes.resolve(codeId, { country: "PT" }),
    { url: "https://example.com/menu", route: null, variant: null, state: "active" },
  ],
  deleteQrCodeGoals: [(q, { codeId }) => q.codes.deleteGoals(codeId, { name: "signup" }), { deleted: 0 }],
  listScans: [(q) => q.scans.list(), { data: [], pagination: { total: 0 } }],
  createSandboxScans: [
    (q, { codeId }) => q.sandbox.createScans({ qrCodeId: codeId, count: 2 }),
    { created: 2 },
  ],
  getAnalytics: [
    (q) => q.analytics.get({ timeRange: "7d", timezone: "Europe/Paris", includeScans: true }),
    { summary: { timeZone: "Europe/Paris", totalScans: 0 }, scans: [] },
  ],
  getDomainRedirectMap: [
    (q, { domainId }) => q.domains.getRedirectMap(domainId, { format: "csv" }),
    { mediaType: expect.stringMatching(/^text\/csv/), bytes: expect.any(Uint8Array) },
  ],
  getAccount: [(q) => q.account.get(), { plan: "pro", environment: "production", usage: { webhooks: 1 } }],
  listApiKeys: [(q) => q.keys.list(), { data: [{ name: "Test key" }, { name: "Test key" }] }],
  createApiKey: [
    (q) => q.keys.create({ name: "Till", permissions: ["qr:read"] }),
    { name: "Till", apiKey: expect.stringMatching(/^qr_live_/) },
  ],
  getApiKey: [(q, { keyId }) => q.keys.get(keyId), { rateLimit: 100 }],
  updateApiKey: [(q, { keyId }) => q.keys.update(keyId, { isActive: false }), { isActive: false }],
  deleteApiKey: [(q, { keyId }) => q.keys.delete(keyId), undefined],
  rotateApiKey: [(q, { keyId }) => q.keys.rotate(keyId), { apiKey: expect.stringMatching(/^qr_live_/) }],
  listWebhooks: [(q) => q.webhooks.list(), { data: [{ url: closedUrl }] }],
  createWebhook: [
    (q) => q.webhooks.create({ name: "Till", url: closedUrl, events: ["qr.created"] }),
    { secret: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ],
  getWebhook: [(q, { webhookId }) => q.webhooks.get(webhookId), { recentEvents: [{ status: "failed" }] }],
  updateWebhook: [
    (q, { webhookId }) => q.webhooks.update(webhookId, { isActive: false }),
    { isActive: false },
  ],
  deleteWebhook: [(q, { webhookId }) => q.webhooks.delete(webhookId), undefined],
  rotateWebhookSecret: [
    (q, { webhookId }) => q.webhooks.rotateSecret(webhookId, { overlapSeconds: 60 }),
    { secret: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ],
  testWebhook: [
    (q, { webhookId }) => q.webhooks.test(webhookId, { type: "qr.deleted" }),
    { eventType: "qr.deleted" },
  ],
  listWebhookDeliveries: [
    (q, { webhookId }) => q.webhooks.listDeliveries(webhookId, { status: "failed" }),
    { data: [{ eventType: "scan.created" }] },
  ],
  getWebhookDelivery: [
    (q, { webhookId, deliveryId }) => q.webhooks.getDelivery(webhookId, deliveryId),
    { body: "{}" },
  ],
  retryWebhookDeliveries: [
    (q, { webhookId }) =>
      q.webhooks.retryDeliveries(webhookId, { since: "2026-01-01T00:00:00Z", status: "failed" }),
    { retried: 1, hasMore: false },
  ],
  retryWebhookDelivery: [
    (q, { webhookId, deliveryId }) => q.webhooks.retryDelivery(webhookId, deliveryId),
    { retryOf: expect.any(String) },
  ],
  listEvents: [
    (q) => q.events.list({ types: "qr.created", limit: 1 }),
    { data: [{ type: "qr.created", sandbox: false }], pagination: { limit: 1 } },
  ],
  listEventTypes: [(q) => q.eventTypes.list(), { data: [{ type: "scan.created" }, {}, {}, {}, {}, {}, {}] }],
  describeV1: [(q) => q.openapi.describeV1(), { openapi: "3.1.0" }],
  describePublicInterface: [(q) => q.openapi.describePublicInterface(), { openapi: "3.1.0" }],
  getPublicQrCode: [(q) => q.publicCodes.get({ ...text, grade: "true" }), { content: "Hello" }],
  getPublicQrCodeImage: [
    (q) => q.publicCodes.getImage({ content: "https://example.com/menu", size: 512, dark: "0F766E" }),
    png,
  ],
  createPublicQrCode: [(q) => q.publicCodes.create(text), { imageUrl: expect.any(String) }],
  viewPublicQrCode: [
    async (q) => {
      const { imageUrl } = await q.publicCodes.create(text);
      return q.publicCodes.view(imageUrl.split("/").at(-1) ?? "");
    },
    png,
  ],
  getPublicImage: [(q, { codeId }) => q.publicCodes.getPublicImage(`${codeId}.png`), png],
};

const contracts = [...v1Contracts, ...publicContracts];
const methods = listMethods(readInterfaces()).map(({ resource, name, operation: { operationId } }) => {
  const contract = contracts.find(({ id }) => id === operationId);
  if (contract === undefined) throw new Error(`${operationId} has no contract`);
  return { method: `${resource}.${name}`, resource, name, contract, id: operationId };
});

/** What an operation that is not named above takes: the ids that its path names, and the first example of its body. */
function argumentsOf(contract: Contract, tenant: Tenant): unknown[] {
  const filled = fillPath(contract.path, tenant).split("/");
  const ids = filled.filter((_, place) => contract.path.split("/")[place]?.startsWith("{"));
  const { body } = exampleOf(contract, tenant);
  return body === undefined ? ids : [...ids, body];
}

describe("client methods for every operation of both OpenAPI documents", () => {
  it.each(methods)("$method calls $id and returns its response", async ({ resource, name, contract, id }) => {
    const tenant = await newTenantFor(contract);
    const asked: string[] = [];
    const onResponse = ({ url, status }: { url: string; status: number }) =>
      void asked.push(`${status} ${url}`);
    const apiKey = contract.access === "public" ? undefined : tenant.apiKey;
    const quietzone = openQuietzone({ apiKey, onResponse });
    const [call, expected] = calls[id] ?? [];
    const group = quietzone[resource as "codes"] as unknown as Record<
      string,
      (...given: unknown[]) => Promise<unknown>
    >;
    const answer = await (call ? call(quietzone, tenant) : group[name]?.(...argumentsOf(contract, tenant)));
    if (expected !== undefined) expect(answer).toMatchObject(expected);
    else expect(answer === undefined).toBe(contract.success.status === 204);
    expect(asked.length).toBeGreaterThan(0);
    for (const line of asked) expect(line).toMatch(/^20\d /);
    for (const line of asked) expect(line).toContain(inject("baseUrl"));
  });
});
