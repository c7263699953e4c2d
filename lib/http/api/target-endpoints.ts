import { listTargets, restoreTarget } from "@/lib/codes/target-history";
import { type Endpoint, endpoint } from "../endpoint";
import { repeatOne } from "./qr-code-endpoints";
import * as contracts from "./target-contracts";

const targets = endpoint(contracts.listTargets, async ({ caller, params }) => ({
  json: await listTargets(caller, params.id),
}));

const restore = endpoint(
  contracts.restoreTarget,
  async ({ caller, params, seal }) => ({
    json: await restoreTarget(caller, params.id, params.targetId, (tx, json) => seal(tx, { json })),
  }),
  { repeat: repeatOne },
);

/** What codes led to before. */
export const targetEndpoints: readonly Endpoint[] = [targets, restore];
