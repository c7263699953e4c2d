import { afterAll, expect, it } from "vitest";
import { closeDatabase, sql } from "@/lib/platform/db";
import { environments, quotaDataSchema } from "./accounts/schema";
import { domainSchema } from "./domains/schema";
import { plans } from "./plans";
import { reportSchema } from "./reports/schema";
import { viewPageSchema } from "./saved-views/schema";
import { mailLinkPaths, signInProviderNames } from "./users/schema";
import type { QueueHealth } from "./webhooks/delivery/schema";
import { webhookSchema } from "./webhooks/resource-schema";
import { deliveryStatuses } from "./webhooks/schema";

afterAll(closeDatabase);

it("every enum of the database has the values that the code names", async () => {
  const { rows } = await sql.query<{ name: string; values: string[] }>(
    `SELECT typname AS name, array_agg(enumlabel::text ORDER BY enumsortorder) AS values
     FROM pg_enum JOIN pg_type t ON t.oid = enumtypid WHERE typnamespace = current_schema()::regnamespace GROUP BY 1`,
  );
  const health: Record<QueueHealth, null> = { quick: null, unproven: null, troubled: null };
  const named: Record<string, readonly string[]> = {
    plan: plans,
    environment: environments,
    quota: quotaDataSchema.shape.quota.options,
    sign_in_provider: Object.keys(signInProviderNames),
    mail_purpose: Object.keys(mailLinkPaths),
    domain_status: domainSchema.shape.status.options,
    view_page: viewPageSchema.options,
    report_reason: reportSchema.shape.reason.options,
    disabled_reason: webhookSchema.shape.disabledReason.unwrap().options,
    queue_health: Object.keys(health),
    delivery_status: deliveryStatuses,
  };
  const sorted = (lists: [string, readonly string[]][]) =>
    Object.fromEntries(lists.map(([name, values]) => [name, values.toSorted()]));
  expect(sorted(rows.map(({ name, values }) => [name, values]))).toEqual(sorted(Object.entries(named)));
});
