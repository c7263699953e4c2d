import type { z } from "zod";
import type { QuotaData } from "@/lib/accounts/schema";
import type {
  createdDataSchema,
  deletedDataSchema,
  expiredDataSchema,
  updatedDataSchema,
} from "@/lib/codes/schema";
import type { FailingData } from "@/lib/domains/schema";
import { shortUrlOf } from "@/lib/platform/env";
import { describeStyle } from "@/lib/qr";
import type { ScanEvent } from "@/lib/scans/schema";
import type { EventKind } from "./schema";

/** Modules of the symbol of a short URL, on which only an omitted size depends. */
const sampleModules = 25;

const codeId = "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35";
const domainId = "019a9b70-6d15-7a42-8e90-2c7f1b3d5a68";
const shortCode = "aZ09bY18";

/**
 * What an event of a kind tells, made up: of a code that no account has, as if it had happened just now. Its members are
 * those of a real one, in their order: tests send it and the documentation shows it.
 */
export function sampleData(kind: EventKind, now: Date): object {
  const at = now.toISOString();
  switch (kind) {
    case "scan.created":
      return sampleScan(now);
    case "qr.created":
      return sampleCode(now, now);
    case "qr.updated":
      return sampleUpdate(now);
    case "qr.deleted":
      return sampleDeletion(now);
    case "qr.expired":
      return sampleExpiry(at);
    case "quota.reached":
      return { quota: "codes", limit: 500, at } satisfies QuotaData;
    case "domain.failing":
      return { id: domainId, host: "go.example.com", at } satisfies FailingData;
  }
}

function sampleScan(now: Date): ScanEvent {
  return {
    id: "019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47",
    qrCodeId: codeId,
    qrCodeName: "Menu, table 4",
    qrCodeType: "url",
    shortUrl: shortUrlOf(shortCode),
    scannedAt: now.toISOString(),
    device: "Mobile",
    os: "iOS",
    browser: "Safari",
    country: "PT",
    city: "Lisbon",
    userAgent:
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
    route: "weekend",
    variant: null,
  };
}

function sampleCode(createdAt: Date, updatedAt: Date): z.infer<typeof createdDataSchema> {
  return {
    id: codeId,
    name: "Menu, table 4",
    type: "url",
    content: "https://example.com/menu",
    shortUrl: shortUrlOf(shortCode),
    slug: null,
    domain: null,
    settings: describeStyle(null, sampleModules),
    routeCount: 0,
    isDynamic: true,
    state: "active",
    tags: ["menus"],
    note: null,
    archived: false,
    publicImage: false,
    imageUrl: null,
    scanCount: 0,
    lastScanned: null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

function sampleUpdate(now: Date): z.infer<typeof updatedDataSchema> {
  return {
    ...sampleCode(before(now, 86_400_000), now),
    content: "https://example.com/menu/summer",
    scanCount: 46,
    lastScanned: before(now, 60_000).toISOString(),
    changedFields: ["content"],
  };
}

function sampleDeletion(now: Date): z.infer<typeof deletedDataSchema> {
  return {
    id: codeId,
    name: "Menu, table 4",
    type: "url",
    isDynamic: true,
    shortUrl: shortUrlOf(shortCode),
    deletedAt: now.toISOString(),
  };
}

function sampleExpiry(at: string): z.infer<typeof expiredDataSchema> {
  return { id: codeId, name: "Menu, table 4", shortUrl: shortUrlOf(shortCode), reason: "expired", at };
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
