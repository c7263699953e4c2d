import { env } from "@/lib/platform/env";
import { type Endpoint, endpoint } from "../endpoint";
import { describeApi } from "../openapi/document";
import { analyticsEndpoints } from "./analytics-endpoints";
import { apiKeyEndpoints } from "./api-key-endpoints";
import { qrCodeEndpoints } from "./qr-code-endpoints";
import { scanEndpoints } from "./scan-endpoints";
import { targetEndpoints } from "./target-endpoints";
import { describeV1 } from "./v1-contracts";
import { presentDescription } from "./view-headers";
import { webhookEndpoints } from "./webhook-endpoints";

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
