import { env } from "@/lib/platform/env";
import * as webhooks from "@/lib/webhooks";
import type { FullDelivery, IssuedWebhook } from "@/lib/webhooks/schema";
import { type Endpoint, endpoint } from "../endpoint";
import * as deliveryContracts from "./delivery-contracts";
import * as contracts from "./webhook-contracts";

const { path } = contracts.listWebhooks;

const list = endpoint(contracts.listWebhooks, async ({ caller }) => ({
  json: { data: await webhooks.listWebhooks(caller) },
}));

const create = endpoint(contracts.createWebhook, async ({ caller, body, seal }) => {
  const present = (webhook: IssuedWebhook) => ({
    json: webhook,
    headers: { Location: `${env.baseUrl}${path}/${webhook.id}` },
  });
  return present(await webhooks.createWebhook(caller, body, (tx, made) => seal(tx, present(made))));
});

const get = endpoint(contracts.getWebhook, async ({ caller, params }) => ({
  json: await webhooks.getWebhook(caller, params.id),
}));

const update = endpoint(contracts.updateWebhook, async ({ caller, params, body }) => ({
  json: await webhooks.changeWebhook(caller, params.id, body),
}));

const remove = endpoint(contracts.deleteWebhook, async ({ caller, params }) => {
  await webhooks.deleteWebhook(caller, params.id);
  return { empty: true };
});

const rotate = endpoint(contracts.rotateWebhookSecret, async ({ caller, params, body, seal }) => ({
  json: await webhooks.rotateSecret(caller, params.id, body, (tx, json) => seal(tx, { json })),
}));

function presentMade(webhookId: string, delivery: FullDelivery) {
  const headers = { Location: `${env.baseUrl}${path}/${webhookId}/deliveries/${delivery.id}` };
  return { json: delivery, headers };
}

const test = endpoint(deliveryContracts.testWebhook, async ({ caller, params, body, seal }) => {
  const present = (delivery: FullDelivery) => presentMade(params.id, delivery);
  return present(await webhooks.sendTest(caller, params.id, body, (tx, made) => seal(tx, present(made))));
});

const listSent = endpoint(deliveryContracts.listDeliveries, async ({ caller, params, query }) => ({
  json: await webhooks.listDeliveries(caller, params.id, query),
}));

const getSent = endpoint(deliveryContracts.getDelivery, async ({ caller, params }) => ({
  json: await webhooks.getDelivery(caller, params.id, params.deliveryId),
}));

const retry = endpoint(deliveryContracts.retryDelivery, async ({ caller, params, seal }) => {
  const present = (delivery: FullDelivery) => presentMade(params.id, delivery);
  const keep: Parameters<typeof webhooks.retryDelivery>[3] = (tx, made) => seal(tx, present(made));
  return present(await webhooks.retryDelivery(caller, params.id, params.deliveryId, keep));
});

export const webhookEndpoints: readonly Endpoint[] = [
  list,
  create,
  get,
  update,
  remove,
  rotate,
  test,
  listSent,
  getSent,
  retry,
];
