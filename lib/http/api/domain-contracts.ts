import { z } from "zod";
import { permissions } from "@/lib/accounts/schema";
import {
  domainChangeSchema,
  domainListQuery,
  domainPageSchema,
  domainSchema,
  newDomainSchema,
  pendingDays,
  redirectMapQuery,
} from "@/lib/domains/schema";
import { entitlements, plans } from "@/lib/plans";
import { type Contract, contractOf } from "../contract";

const path = "/api/v1/domains";
const onePath = `${path}/{id}`;
const tag = "Domains";

const reading = { permissions: ["qr:read"] } as const;
/** Changing needs a key that may change keys. */
const managing = { permissions } as const;

const exampleId = "019a9b70-3d1c-7a52-9e44-2c7b8f0d6a11";
const params = z.object({
  id: z.string().meta({ format: "uuid", description: "The domain's `id`.", examples: [exampleId] }),
});

const bodyErrors = [
  "invalid_request",
  "validation_failed",
  "payload_too_large",
  "unsupported_media_type",
  "request_timeout",
] as const;
const addressErrors = ["invalid_url", "content_too_long"] as const;

const numbers = plans
  .filter((plan) => entitlements[plan].domains > 0)
  .map((plan) => `${entitlements[plan].name} ${entitlements[plan].domains}`);

export const listDomains = contractOf({
  id: "listDomains",
  method: "GET",
  path,
  tag,
  isProductionOnly: true,
  access: reading,
  summary: "List the domains",
  description: "The account's domains, the newest first. A page beyond the last is empty.",
  query: domainListQuery,
  success: { status: 200, description: "A page of domains.", json: domainPageSchema },
  errors: ["validation_failed", "sandbox_forbidden", "unavailable"],
});

export const addDomain = contractOf({
  id: "addDomain",
  method: "POST",
  path,
  tag,
  isProductionOnly: true,
  access: managing,
  summary: "Add a domain",
  description: `Adds a host of your own for short URLs. Add the TXT record of \`dns\` to prove that it is yours, and point the host to \`dns.cname\`; then call verify, or wait for the next check. A domain that is not proved within ${pendingDays} days is deleted. Domains per plan: ${numbers.join(", ")}; one more is 403 \`quota_exceeded\`, and more than 20 a day are 429. A host that the account has is 400. Unknown members are ignored.`,
  body: newDomainSchema,
  bodyExamples: {
    host: { summary: "A host", value: { host: "go.example.com" } },
    addresses: {
      summary: "A host with addresses for what opens no code",
      value: {
        host: "menu.example.com",
        rootUrl: "https://example.com/",
        notFoundUrl: "https://example.com/not-found",
      },
    },
  },
  makes: onePath,
  success: {
    status: 201,
    description: "The domain with the records to add to your DNS.",
    json: domainSchema,
    headers: {
      Location: {
        description: "Address of the domain.",
        example: `https://quietzone.example${path}/${exampleId}`,
        always: true,
      },
    },
  },
  errors: [
    ...bodyErrors,
    ...addressErrors,
    "invalid_domain",
    "sandbox_forbidden",
    "quota_exceeded",
    "rate_limited",
    "unavailable",
  ],
});

export const getDomain = contractOf({
  id: "getDomain",
  method: "GET",
  path: onePath,
  tag,
  isProductionOnly: true,
  access: reading,
  summary: "Get a domain",
  description: "One domain as the last check found it.",
  params,
  success: { status: 200, description: "The domain.", json: domainSchema },
  errors: ["sandbox_forbidden", "not_found", "unavailable"],
});

export const updateDomain = contractOf({
  id: "updateDomain",
  method: "PATCH",
  path: onePath,
  tag,
  isProductionOnly: true,
  access: managing,
  summary: "Change a domain",
  description:
    "Changes what is sent: `rootUrl`, `notFoundUrl`, `expiredUrl`, `isDefault`. The host can't be changed. A default must be verified and not suspended (400 `domain_not_verified`) and within the plan's number (403 `quota_exceeded`). Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.",
  params,
  body: domainChangeSchema,
  bodyExamples: {
    addresses: { summary: "Another home page", value: { rootUrl: "https://example.com/menu" } },
    default: { summary: "No longer use it for new codes", value: { isDefault: false } },
  },
  success: { status: 200, description: "The domain as it is now.", json: domainSchema },
  errors: [
    ...bodyErrors,
    ...addressErrors,
    "domain_not_verified",
    "sandbox_forbidden",
    "quota_exceeded",
    "not_found",
    "unavailable",
  ],
});

export const verifyDomain = contractOf({
  id: "verifyDomain",
  method: "POST",
  path: `${onePath}/verify`,
  tag,
  isProductionOnly: true,
  access: managing,
  summary: "Verify a domain",
  description:
    "Asks DNS now and answers the domain as it is then, whatever `status` was found. A host that another account has verified is 409 `domain_taken` while that account's TXT record is there; without it the host moves to this account. At most 20 calls per account and hour (429).",
  params,
  success: { status: 200, description: "The domain after the check.", json: domainSchema },
  errors: ["sandbox_forbidden", "not_found", "domain_taken", "rate_limited", "unavailable"],
});

export const deleteDomain = contractOf({
  id: "deleteDomain",
  method: "DELETE",
  path: onePath,
  tag,
  isProductionOnly: true,
  access: managing,
  summary: "Delete a domain",
  description:
    "Deletes a domain for good; the service stops answering on its host. A domain with codes or aliases is 409 `domain_in_use`, unless `moveTo` says where they go: all codes, or none where a short URL is taken there (409 `slug_taken`); aliases that are taken or not allowed there are deleted. What is printed with the host stops working once they are moved. Moving sets `updatedAt` of the codes and sends no event. A domain that the operator suspended, or on which codes are suspended, can't be deleted (409 `domain_in_use`).",
  params,
  query: z.object({
    moveTo: z.string().min(1).optional().meta({
      pattern: "^(?:service|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$",
      description:
        "Id of another verified domain that is not suspended, or `service` for this service's own host.",
    }),
  }),
  success: { status: 204, description: "It is deleted." },
  errors: [
    "validation_failed",
    "domain_not_verified",
    "sandbox_forbidden",
    "quota_exceeded",
    "not_found",
    "domain_in_use",
    "slug_taken",
    "unavailable",
  ],
});

export const getRedirectMap = contractOf({
  id: "getDomainRedirectMap",
  method: "GET",
  path: `${onePath}/redirect-map`,
  tag,
  isProductionOnly: true,
  access: reading,
  summary: "Get a domain's redirect map",
  description:
    "Every short URL of the domain with what it answers now, so that a server of your own can answer them instead: a configuration of nginx or Caddy, or JSON or CSV. Codes with routes, a split, a passed query, a schedule or a limit are marked, since no static file follows those. Soft-deleted codes are left out.",
  params,
  query: redirectMapQuery,
  success: {
    status: 200,
    description: "The map as a file.",
    file: ["text/plain", "application/json", "text/csv"],
    headers: {
      "Content-Disposition": {
        description: "Name of the file.",
        example: 'attachment; filename="go.example.com.nginx.conf"',
        always: true,
      },
    },
  },
  errors: ["validation_failed", "sandbox_forbidden", "not_found", "unavailable"],
});

export const domainContracts: readonly Contract[] = [
  listDomains,
  addDomain,
  getDomain,
  updateDomain,
  verifyDomain,
  getRedirectMap,
  deleteDomain,
];
