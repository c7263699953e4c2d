import { describeAccount } from "@/lib/accounts";
import { readAnalytics, validateAnalyticsQuery } from "@/lib/analytics";
import * as keys from "@/lib/api-keys";
import type { IssuedApiKey } from "@/lib/api-keys/schema";
import { readRateLimit } from "@/lib/api-uses";
import * as tags from "@/lib/codes/tags";
import * as domains from "@/lib/domains";
import type { Domain } from "@/lib/domains/schema";
import { readEvents } from "@/lib/event-feed";
import { deleteGoals, recordGoal } from "@/lib/goals";
import { env } from "@/lib/platform/env";
import { readTagName } from "@/lib/platform/schema-fields";
import { writeDomainMap } from "@/lib/redirect/domain-map";
import * as scans from "@/lib/scans";
import * as webhooks from "@/lib/webhooks";
import { eventKinds, eventTypes, type FullDelivery, type IssuedWebhook } from "@/lib/webhooks/schema";
import { type Endpoint, endpoint } from "../endpoint";
import { describeApi } from "../openapi/document";
import * as apiKeyContracts from "./api-key-contracts";
import * as domainContracts from "./domain-contracts";
import * as goalContracts from "./goal-contracts";
import { presentGoal } from "./public-endpoints";
import { qrCodeEndpoints } from "./qr-code-endpoints";
import * as scanContracts from "./scan-contracts";
import * as tagContracts from "./tag-contracts";
import { describeV1 } from "./v1-contracts";
import { presentDescription } from "./view-headers";
import * as webhookContracts from "./webhook-contracts";

const tagEndpoints: readonly Endpoint[] = [
  endpoint(tagContracts.listTags, async ({ caller }) => ({ json: { data: await tags.listTags(caller) } })),
  endpoint(tagContracts.renameTag, async ({ caller, params, body }) => ({
    json: await tags.renameTag(caller, readTagName(params.name), body.name),
  })),
  endpoint(tagContracts.deleteTag, async ({ caller, params }) => {
    await tags.removeTag(caller, readTagName(params.name));
    return { empty: true };
  }),
];

const presentNewDomain = (domain: Domain) => ({
  json: domain,
  headers: { Location: `${env.baseUrl}${domainContracts.listDomains.path}/${domain.id}` },
});

const domainEndpoints: readonly Endpoint[] = [
  endpoint(domainContracts.listDomains, async ({ caller, query }) => ({
    json: await domains.listDomains(caller, query),
  })),
  endpoint(domainContracts.addDomain, async ({ caller, body, storeResponse }) =>
    presentNewDomain(
      await domains.addDomain(caller, body, (tx, domain) => storeResponse(tx, presentNewDomain(domain))),
    ),
  ),
  endpoint(domainContracts.getDomain, async ({ caller, params }) => ({
    json: await domains.getDomain(caller, params.id),
  })),
  endpoint(domainContracts.updateDomain, async ({ caller, params, body }) => ({
    json: await domains.changeDomain(caller, params.id, body),
  })),
  endpoint(domainContracts.verifyDomain, async ({ caller, params, storeResponse }) => ({
    json: await domains.verifyDomain(caller, params.id, (tx, json) => storeResponse(tx, { json })),
  })),
  endpoint(domainContracts.deleteDomain, async ({ caller, params, query }) => {
    await domains.deleteDomain(caller, params.id, query.moveTo);
    return { empty: true };
  }),
  endpoint(domainContracts.getRedirectMap, async ({ caller, params, query }) => {
    const domain = await domains.getDomain(caller, params.id);
    const { bytes, mediaType, fileName } = await writeDomainMap(caller.accountId, domain, query.format);
    return { bytes, mediaType, headers: { "Content-Disposition": `attachment; filename="${fileName}"` } };
  }),
];

const scanEndpoints: readonly Endpoint[] = [
  endpoint(
    scanContracts.getAnalytics,
    async ({ caller, query }) => ({ json: await readAnalytics(caller, query) }),
    {
      validate: validateAnalyticsQuery,
    },
  ),
  endpoint(scanContracts.listScans, async ({ caller, query }) => ({
    json: await scans.listScans(caller, query),
  })),
  endpoint(
    scanContracts.createSandboxScans,
    async ({ caller, body, clientAddress, storeResponse }) => ({
      json: await scans.createSandboxScans(caller, body, clientAddress, (tx, json) =>
        storeResponse(tx, { json }),
      ),
    }),
    { validate: (input) => scans.validateSandboxScans(input, new Date()) },
  ),
];

const goalEndpoints: readonly Endpoint[] = [
  endpoint(goalContracts.recordGoal, async ({ caller, body, storeResponse }) =>
    presentGoal(await recordGoal(body, caller, (tx, recorded) => storeResponse(tx, presentGoal(recorded)))),
  ),
  endpoint(goalContracts.deleteGoals, async ({ caller, params, query }) => ({
    json: { deleted: await deleteGoals(caller, params.id, query.name) },
  })),
];

const presentNewKey = (key: IssuedApiKey) => ({
  json: key,
  headers: { Location: `${env.baseUrl}${apiKeyContracts.createApiKey.path}/${key.id}` },
});

const apiKeyEndpoints: readonly Endpoint[] = [
  endpoint(apiKeyContracts.getAccount, async ({ caller }) => ({
    json: { ...(await describeAccount(caller)), rateLimit: await readRateLimit(caller) },
  })),
  endpoint(apiKeyContracts.listApiKeys, async ({ caller }) => ({
    json: { data: await keys.listKeys(caller) },
  })),
  endpoint(
    apiKeyContracts.createApiKey,
    async ({ caller, body, storeResponse }) =>
      presentNewKey(await keys.createKey(caller, body, (tx, key) => storeResponse(tx, presentNewKey(key)))),
    { validate: (input) => keys.validateNewKey(input, new Date()) },
  ),
  endpoint(apiKeyContracts.getApiKey, async ({ caller, params }) => ({
    json: await keys.getKey(caller, params.id),
  })),
  endpoint(apiKeyContracts.updateApiKey, async ({ caller, params, body }) => ({
    json: await keys.updateKey(caller, params.id, body),
  })),
  endpoint(apiKeyContracts.deleteApiKey, async ({ caller, params }) => {
    await keys.deleteKey(caller, params.id);
    return { empty: true };
  }),
  endpoint(apiKeyContracts.rotateApiKey, async ({ caller, params, body, storeResponse }) => ({
    json: await keys.rotateKey(caller, params.id, body, (tx, json) => storeResponse(tx, { json })),
  })),
];

const { path: webhooksPath } = webhookContracts.listWebhooks;

const presentNewWebhook = (webhook: IssuedWebhook) => ({
  json: webhook,
  headers: { Location: `${env.baseUrl}${webhooksPath}/${webhook.id}` },
});

const presentNewDelivery = (webhookId: string, delivery: FullDelivery) => ({
  json: delivery,
  headers: { Location: `${env.baseUrl}${webhooksPath}/${webhookId}/deliveries/${delivery.id}` },
});

const eventTypeList = { data: eventKinds.map((type) => ({ type, ...eventTypes[type] })) };

const webhookEndpoints: readonly Endpoint[] = [
  endpoint(webhookContracts.listEventTypes, async () => ({ constant: eventTypeList })),
  endpoint(webhookContracts.listEvents, async ({ caller, query }) => ({
    json: await readEvents(caller, query),
  })),
  endpoint(webhookContracts.listWebhooks, async ({ caller }) => ({
    json: { data: await webhooks.listWebhooks(caller) },
  })),
  endpoint(
    webhookContracts.createWebhook,
    async ({ caller, body, storeResponse }) =>
      presentNewWebhook(
        await webhooks.createWebhook(caller, body, (tx, webhook) =>
          storeResponse(tx, presentNewWebhook(webhook)),
        ),
      ),
    { validate: webhooks.validateNewWebhook },
  ),
  endpoint(webhookContracts.getWebhook, async ({ caller, params }) => ({
    json: await webhooks.getWebhook(caller, params.id),
  })),
  endpoint(
    webhookContracts.updateWebhook,
    async ({ caller, params, body }) => ({ json: await webhooks.changeWebhook(caller, params.id, body) }),
    { validate: webhooks.validateWebhookChange },
  ),
  endpoint(webhookContracts.deleteWebhook, async ({ caller, params }) => {
    await webhooks.deleteWebhook(caller, params.id);
    return { empty: true };
  }),
  endpoint(webhookContracts.rotateWebhookSecret, async ({ caller, params, body, storeResponse }) => ({
    json: await webhooks.rotateSecret(caller, params.id, body, (tx, json) => storeResponse(tx, { json })),
  })),
  endpoint(webhookContracts.testWebhook, async ({ caller, params, body, storeResponse }) => {
    const present = (delivery: FullDelivery) => presentNewDelivery(params.id, delivery);
    return present(
      await webhooks.sendTest(caller, params.id, body, (tx, delivery) =>
        storeResponse(tx, present(delivery)),
      ),
    );
  }),
  endpoint(webhookContracts.listDeliveries, async ({ caller, params, query }) => ({
    json: await webhooks.listDeliveries(caller, params.id, query),
  })),
  endpoint(webhookContracts.retryDeliveries, async ({ caller, params, body, storeResponse }) => ({
    json: await webhooks.retryFailed(caller, params.id, body, (tx, json) =>
      storeResponse(tx, { status: 202, json }),
    ),
  })),
  endpoint(webhookContracts.getDelivery, async ({ caller, params }) => ({
    json: await webhooks.getDelivery(caller, params.id, params.deliveryId),
  })),
  endpoint(webhookContracts.retryDelivery, async ({ caller, params, storeResponse }) => {
    const present = (delivery: FullDelivery) => presentNewDelivery(params.id, delivery);
    return present(
      await webhooks.retryDelivery(caller, params.id, params.deliveryId, (tx, delivery) =>
        storeResponse(tx, present(delivery)),
      ),
    );
  }),
];

const describeEndpoint = endpoint(describeV1, async ({ headers }) =>
  presentDescription(describeApi("v1", env.baseUrl), headers["if-none-match"]),
);

export const v1Endpoints: readonly Endpoint[] = [
  ...qrCodeEndpoints,
  ...tagEndpoints,
  ...domainEndpoints,
  ...scanEndpoints,
  ...goalEndpoints,
  ...apiKeyEndpoints,
  ...webhookEndpoints,
  describeEndpoint,
];
