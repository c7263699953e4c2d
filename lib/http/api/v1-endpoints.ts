import { env } from "@/lib/platform/env";
import { type Endpoint, endpoint } from "../endpoint";
import { describeApi } from "../openapi/document";
import { analyticsEndpoints } from "./analytics-endpoints";
import { apiKeyEndpoints } from "./api-key-endpoints";
import { qrCodeEndpoints } from "./qr-code-endpoints";
import { scanEndpoints } from "./scan-endpoints";
import { targetEndpoints } from "./target-endpoints";
import { describeV1 } from "./v1-contracts";
import { webhookEndpoints } from "./webhook-endpoints";

const openApi = endpoint(describeV1, async () => ({ constant: describeApi("v1", env.baseUrl) }));

export const v1Endpoints: readonly Endpoint[] = [
  ...qrCodeEndpoints,
  ...targetEndpoints,
  ...analyticsEndpoints,
  ...scanEndpoints,
  ...apiKeyEndpoints,
  ...webhookEndpoints,
  openApi,
];
