import { analyticsQuery, analyticsSchema } from "@/lib/analytics/schema";
import { createdScansSchema, sandboxScansSchema, scanListQuery, scanPageSchema } from "@/lib/scans/schema";
import { type Contract, contractOf } from "../contract";

const tag = "Scans";

export const listScans = contractOf({
  id: "listScans",
  method: "GET",
  path: "/api/v1/scans",
  tag,
  access: { permissions: ["analytics:read"] },
  summary: "List scans",
  description:
    "Scans of all codes of this account and environment, or of one, the newest first; calls of bots, link previews and prefetches are none. Poll with `since`: times rise in the order in which scans become visible, so that nothing is missed and nothing comes twice. No address of a visitor is kept. A page beyond the last is empty. IP Geolocation by [DB-IP](https://db-ip.com).",
  query: scanListQuery,
  success: { status: 200, description: "A page of scans.", json: scanPageSchema },
  errors: ["validation_failed", "not_found"],
});

export const createSandboxScans = contractOf({
  id: "createSandboxScans",
  method: "POST",
  path: "/api/v1/sandbox/scans",
  tag,
  access: { permissions: ["qr:write"] },
  isSandboxOnly: true,
  summary: "Make scans of a sandbox code",
  description:
    "Makes scans as if a visitor from your own address had opened the code's short URL: they are in its counts, in the list of scans and in the analytics of the sandbox. Rules by language do not apply to them. Scans of the past reach webhooks, but not a reader of the events feed who has come further. A production key gets 403 `sandbox_required`.",
  body: sandboxScansSchema,
  bodyExamples: {
    phones: {
      summary: "Ten scans now",
      value: { qrCodeId: "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35", count: 10, country: "PT", city: "Lisbon" },
    },
    tablet: {
      summary: "A scan by a tablet",
      value: {
        qrCodeId: "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35",
        userAgent:
          "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      },
    },
  },
  success: { status: 201, description: "They are made.", json: createdScansSchema },
  errors: ["validation_failed", "sandbox_required", "not_found"],
});

export const getAnalytics = contractOf({
  id: "getAnalytics",
  method: "GET",
  path: "/api/v1/analytics",
  tag: "Analytics",
  access: { permissions: ["analytics:read"] },
  summary: "Read analytics",
  description:
    "Scans of all codes of this account and environment, or of one, in a window that ends now or between two dates: totals, days, hours, weekdays, places and devices, counted in one view of the database. `dailyScans`, `hourly`, `weekly` and each of the breakdowns but `variants` add up to `totalScans`. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.",
  query: analyticsQuery,
  success: { status: 200, description: "The figures.", json: analyticsSchema },
  errors: ["validation_failed", "not_found"],
});

export const scanContracts: readonly Contract[] = [listScans, createSandboxScans, getAnalytics];
