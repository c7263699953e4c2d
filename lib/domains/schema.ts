import { z } from "zod";
import { warningsField } from "@/lib/pictures/schema";
import {
  documentedPatterns,
  maxUrlLength,
  paginationSchema,
  pagingFields,
  refuseTwoPages,
  twoPages,
} from "@/lib/platform/schema-fields";

const domainStatuses = ["pending", "verified", "failing"] as const;
export type DomainStatus = (typeof domainStatuses)[number];

/** What DNS allows (253) less `_quietzone.`, or the TXT record would have no name. */
export const maxHostLength = 242;

/** Days for which a domain that nobody has proved is kept. */
export const pendingDays = 30;

/** A time in UTC with milliseconds. */
const stamp = (description: string) =>
  z.string().meta({ format: "date-time", description, examples: ["2026-01-02T03:04:05.678Z"] });

const hostField = z.string().meta({
  pattern: documentedPatterns.plain,
  minLength: 1,
  maxLength: maxHostLength,
  description:
    "A full public host name below a domain that you own, without scheme, port and path. An international name is stored and answered as punycode.",
  examples: ["go.example.com"],
});

const addressField = (description: string) =>
  z
    .string()
    .max(maxUrlLength)
    .meta({ pattern: documentedPatterns.address })
    .nullable()
    .meta({ description, examples: ["https://example.com/"] });

const addressFields = {
  rootUrl: addressField("Where `https://<host>/` leads; null: to a plain page."),
  notFoundUrl: addressField("Where paths lead that open no code; null: to a plain page that says so."),
  expiredUrl: addressField(
    "Where codes lead that are off, have expired or are used up; an expired or used-up one that has a `fallbackUrl` leads there. null: to a plain page that says so.",
  ),
};

export const domainSchema = z
  .object({
    id: z.string().meta({ format: "uuid", examples: ["019a9b70-3d1c-7a52-9e44-2c7b8f0d6a11"] }),
    host: hostField,
    status: z.enum(domainStatuses).meta({
      description:
        "`pending` until the TXT record was found once, then `verified`; `failing` once the record has been gone for three daily checks, or another account has proved the host. A failing domain goes on answering until then.",
    }),
    dns: z
      .object({
        txtName: z.string().meta({ examples: ["_quietzone.go.example.com"] }),
        txtValue: z.string().meta({ examples: ["quietzone-verify=8kq2vX0cW1r3yQ7n5mB4tA"] }),
        cname: z.string().meta({
          description: "What the host is to point to.",
          examples: ["quietzone.example"],
        }),
      })
      .meta({ description: "The records to add to your DNS." }),
    pointsHere: z.boolean().meta({
      description:
        "Whether the host's addresses were this service's at the last check. `status` does not depend on it.",
    }),
    ...addressFields,
    isDefault: z.boolean().meta({ description: "New codes get this domain unless they name another." }),
    codes: z.int().min(0).meta({ description: "Codes whose short URL is on this domain." }),
    verifiedAt: stamp("When its ownership was proved first; null: never.").nullable(),
    checkedAt: stamp("When DNS was asked last; null: never.").nullable(),
    createdAt: stamp("When it was added."),
    updatedAt: stamp("When it last changed."),
    suspended: z
      .object({
        since: stamp("When the operator suspended it."),
        reason: z.string().meta({ examples: ["Reported as phishing"] }),
      })
      .optional()
      .meta({
        description:
          "Present while the operator has suspended the host: everything on it answers 410 and says so, it takes no new codes, and it can't be deleted.",
      }),
    warnings: warningsField,
  })
  .meta({ id: "Domain" });
export type Domain = z.infer<typeof domainSchema>;

export const domainPageSchema = z
  .object({ data: z.array(domainSchema), pagination: paginationSchema })
  .meta({ id: "DomainPage" });
export type DomainPage = z.infer<typeof domainPageSchema>;

export const domainListQuery = z
  .object({ page: pagingFields.page, cursor: pagingFields.cursor, limit: pagingFields.limit })
  .refine(refuseTwoPages, twoPages);
export type DomainListQuery = z.infer<typeof domainListQuery>;

/** Body of POST /api/v1/domains. */
export const newDomainSchema = z
  .object({
    host: hostField,
    rootUrl: addressFields.rootUrl.optional(),
    notFoundUrl: addressFields.notFoundUrl.optional(),
    expiredUrl: addressFields.expiredUrl.optional(),
  })
  .meta({ id: "NewDomain" });
export type NewDomain = z.infer<typeof newDomainSchema>;

/** Body of PATCH /api/v1/domains/{id}. */
export const domainChangeSchema = z
  .object({
    rootUrl: addressFields.rootUrl.optional(),
    notFoundUrl: addressFields.notFoundUrl.optional(),
    expiredUrl: addressFields.expiredUrl.optional(),
    isDefault: z.boolean().optional().meta({
      description: "True takes it from the domain that had it. Only a domain that is served can have it.",
    }),
  })
  .meta({ id: "DomainChange", description: "What is left out stays." });
export type DomainChange = z.infer<typeof domainChangeSchema>;

/** What DNS said of a host. */
export interface DomainFindings {
  /** Whether the TXT record with the account's token was there. */
  hasProof: boolean;
  /** Addresses of the host; none: it has none. */
  addresses: string[];
  /** Why DNS did not answer, as its code (`ETIMEOUT`, `ESERVFAIL`); null: it did. */
  fault: string | null;
}

/** A domain as the dashboard shows it. */
export interface ConsoleDomain extends Domain {
  /** Null: DNS was not asked yet. */
  findings: DomainFindings | null;
  nextCheckAt: string;
  /** Whether the service answers on it for this account. */
  isServed: boolean;
  /** Above the plan's number, or would be once it is served: it takes no new codes. */
  isOverLimit: boolean;
  /** Paths on it that open codes whose short URL is elsewhere by now. */
  aliases: number;
  /** The domains that can take its codes when it is deleted, the oldest first. */
  moveTargets: { id: string; host: string }[];
}

export type RedirectMapFormat = "nginx" | "caddy" | "json" | "csv";

export const redirectMapQuery = z.object({
  format: z.enum(["nginx", "caddy", "json", "csv"]).default("nginx").meta({
    description:
      "`nginx` and `caddy` are configurations of a server, `json` and `csv` are for programs and spreadsheets.",
    default: "nginx",
  }),
});

/** `data` of the event `domain.failing`. */
export const failingDataSchema = z
  .object({
    id: z.string().meta({ format: "uuid", description: "The domain's `id`." }),
    host: z.string().meta({ examples: ["go.example.com"] }),
    at: z.string().meta({
      format: "date-time",
      description: "When its status became `failing`, in UTC.",
      examples: ["2026-11-21T09:30:00.125Z"],
    }),
  })
  .meta({ id: "DomainFailingData", description: "The domain whose TXT record is gone." });
export type FailingData = z.infer<typeof failingDataSchema>;

/** Why short URLs on a host of the account open none of its codes now. */
export interface DomainFault {
  id: string;
  host: string;
  /** The operator's; null: another account has verified the host. */
  suspendedReason: string | null;
}
