import { readAnalytics } from "@/lib/analytics";
import { env } from "@/lib/platform/env";
import { type Endpoint, endpoint } from "../endpoint";
import { describeApi } from "../openapi/document";
import * as contracts from "./analytics-contracts";
import { apiKeyEndpoints } from "./api-key-endpoints";
import { qrCodeEndpoints } from "./qr-code-endpoints";
import { scanEndpoints } from "./scan-endpoints";
import { targetEndpoints } from "./target-endpoints";
import { describeV1 } from "./v1-contracts";
import { presentDescription } from "./view-headers";
import { webhookEndpoints } from "./webhook-endpoints";

const get = endpoint(contracts.getAnalytics, async ({ caller, query }) => ({
  json: await readAnalytics(caller, query),
}));

const analyticsEndpoints: readonly Endpoint[] = [get];

const openApi = endpoint(describeV1, async ({ headers }) =>
  presentDescription(describeApi("v1", env.baseUrl), headers["if-none-match"]),
);

export const v1Endpoints: readonly Endpoint[] = [
  ...qrCodeEndpoints,
  ...targetEndpoints,
  ...analyticsEndpoints,
  ...scanEndpoints,
  ...apiKeyEndpoints,
  ...webhookEndpoints,
  openApi,
];
