import { type Contract, contractOf } from "../contract";
import { apiKeyContracts } from "./api-key-contracts";
import { openApiHeaders, openApiSchema } from "./description";
import { domainContracts } from "./domain-contracts";
import { goalContracts } from "./goal-contracts";
import { qrCodeContracts } from "./qr-code-contracts";
import { scanContracts } from "./scan-contracts";
import { tagContracts } from "./tag-contracts";
import { webhookContracts } from "./webhook-contracts";

export const describeV1 = contractOf({
  id: "describeV1",
  method: "GET",
  path: "/api/v1/openapi.json",
  tag: "OpenAPI document",
  access: "public",
  summary: "The description of this interface",
  description:
    "The OpenAPI 3.1 description of the authenticated interface. It needs no key and counts against no limit.",
  success: {
    status: 200,
    description: "An OpenAPI 3.1 document.",
    json: openApiSchema,
    headers: openApiHeaders,
  },
  errors: ["misdirected_request"],
});

export const v1Contracts: readonly Contract[] = [
  ...qrCodeContracts,
  ...tagContracts,
  ...domainContracts,
  ...scanContracts,
  ...goalContracts,
  ...apiKeyContracts,
  ...webhookContracts,
  describeV1,
];
