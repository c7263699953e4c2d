import { createKey, deleteKey, getKey, listKeys, rotateKey, updateKey } from "@/lib/api-keys";
import type { IssuedApiKey } from "@/lib/api-keys/schema";
import { env } from "@/lib/platform/env";
import { type Endpoint, endpoint } from "../endpoint";
import * as contracts from "./api-key-contracts";

const list = endpoint(contracts.listApiKeys, async ({ caller }) => ({
  json: { data: await listKeys(caller) },
}));

const create = endpoint(contracts.createApiKey, async ({ caller, body, seal }) => {
  const present = (key: IssuedApiKey) => ({
    json: key,
    headers: { Location: `${env.baseUrl}${contracts.createApiKey.path}/${key.id}` },
  });
  return present(await createKey(caller, body, (tx, key) => seal(tx, present(key))));
});

const get = endpoint(contracts.getApiKey, async ({ caller, params }) => ({
  json: await getKey(caller, params.id),
}));

const update = endpoint(contracts.updateApiKey, async ({ caller, params, body }) => ({
  json: await updateKey(caller, params.id, body),
}));

const remove = endpoint(contracts.deleteApiKey, async ({ caller, params }) => {
  await deleteKey(caller, params.id);
  return { empty: true };
});

const rotate = endpoint(contracts.rotateApiKey, async ({ caller, params, body, seal }) => {
  return { json: await rotateKey(caller, params.id, body, (tx, key) => seal(tx, { json: key })) };
});

export const apiKeyEndpoints: readonly Endpoint[] = [list, create, get, update, remove, rotate];
