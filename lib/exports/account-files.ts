import { describeUsage } from "@/lib/accounts";
import { listKeys } from "@/lib/api-keys";
import { listDomains } from "@/lib/domains";
import type { Domain } from "@/lib/domains/schema";
import { entitlements } from "@/lib/plans";
import type { Cell } from "@/lib/platform/csv";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { getPreset, listPresets } from "@/lib/presets";
import { listSessions } from "@/lib/users";
import { listDeliveries, listWebhooks } from "@/lib/webhooks";
import type { Webhook } from "@/lib/webhooks/schema";
import { type Exporter, inEachEnvironment, takeReading } from "./exporter";
import { type AuditRow, firstPosition, listAudit, listUsage } from "./queries";

/** The account, its users, its plan and the plans that were requested. No secret is among the columns. */
export async function readAccount(exporter: Exporter): Promise<object> {
  const { accountId } = exporter;
  const oldestFirst = { createdAt: "asc" } as const;
  const [account, users, planRequests, quota] = await Promise.all([
    db.account.findUnique({ where: { id: accountId }, select: { id: true, name: true, createdAt: true } }),
    db.user.findMany({
      where: { accountId },
      select: {
        email: true,
        name: true,
        passwordHash: true,
        totpConfirmedAt: true,
        createdAt: true,
        lastSignInAt: true,
        identities: { select: { provider: true, providerUserId: true, createdAt: true } },
      },
      orderBy: oldestFirst,
    }),
    db.planRequest.findMany({
      where: { accountId },
      select: { id: true, plan: true, note: true, createdAt: true, resolvedAt: true },
      orderBy: [oldestFirst, { id: "asc" }],
    }),
    describeUsage(exporter),
  ]);
  const { openRequest: _, plan, ...usage } = quota;
  return {
    service: env.baseUrl,
    account,
    plan: { id: plan, ...entitlements[plan] },
    usage,
    people: users.map(({ passwordHash, totpConfirmedAt, identities, ...user }) => ({
      ...user,
      hasPassword: passwordHash !== null,
      hasTwoFactor: totpConfirmedAt !== null,
      providers: identities,
    })),
    planRequests,
  };
}

/** The user's sessions without their ids, which could stand for the session. */
export async function readSessions({ userId, sessionId }: Exporter): Promise<object[]> {
  return (await listSessions(userId, sessionId)).map(({ id: _, ...labels }) => labels);
}

export function readSupport({ accountId }: Exporter): Promise<object[]> {
  return db.supportRequest.findMany({
    where: { accountId },
    select: {
      id: true,
      email: true,
      subject: true,
      message: true,
      isPriority: true,
      createdAt: true,
      answeredAt: true,
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** The audit log, the oldest entry first. */
export async function* pageAudit(exporter: Exporter, signal: AbortSignal): AsyncGenerator<AuditRow[]> {
  const { accountId } = exporter;
  let after = firstPosition;
  for (;;) {
    signal.throwIfAborted();
    const rows = await takeReading(exporter, () => listAudit(accountId, after));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last;
  }
}

/** Imports with the rows that were refused. */
export function readImports({ accountId }: Exporter): Promise<object[]> {
  return db.codeImport.findMany({
    where: { accountId },
    select: {
      id: true,
      name: true,
      total: true,
      done: true,
      codeIds: true,
      faults: true,
      createdAt: true,
      finishedAt: true,
    },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: maxImports,
  });
}

/** Presets, each with the picture of its logo. */
export async function* pagePresets(exporter: Exporter): AsyncGenerator<object[]> {
  for (const { id } of await listPresets(exporter)) yield [await getPreset(exporter, id)];
}

/** Views that the user saved. */
export function readViews({ userId }: Exporter): Promise<object[]> {
  return db.savedView.findMany({
    where: { userId },
    select: { id: true, page: true, name: true, query: true, createdAt: true },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

/** Domains as their list shows them; no plan has as many as a page. */
export async function readDomains(exporter: Exporter): Promise<Domain[]> {
  return (await listDomains(exporter, { limit: domainPage })).data;
}

/** Keys as their lists show them, without their values. */
export function readKeys(exporter: Exporter): Promise<object[]> {
  return listKeys(exporter);
}

/** Webhooks of both data sets as their lists show them, without the secrets that sign. */
export async function readWebhooks(exporter: Exporter): Promise<Webhook[]> {
  const found = await Promise.all(inEachEnvironment(exporter).map((caller) => listWebhooks(caller)));
  return found.flat();
}

export const deliveryHeading = [
  "Made",
  "Webhook",
  "Webhook ID",
  "Delivery ID",
  "Event",
  "Event ID",
  "Status",
  "Attempts",
  "Answer",
  "Took (ms)",
  "Fault",
  "Delivered",
];

/** As many of each webhook. */
export const keptDeliveries = 10_000;
const deliveryPage = 100;
const domainPage = 100;
/** Imports that are exported. */
const maxImports = 1_000;

/** The last deliveries of each webhook, the newest first. */
export async function* tabulateDeliveries(exporter: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  for (const caller of inEachEnvironment(exporter)) {
    for (const webhook of await listWebhooks(caller)) {
      for (let page = 1; page <= keptDeliveries / deliveryPage; page += 1) {
        signal.throwIfAborted();
        const query = { page, limit: deliveryPage };
        const { data } = await takeReading(exporter, () => listDeliveries(caller, webhook.id, query));
        yield data.map((delivery) => [
          delivery.createdAt,
          webhook.name,
          webhook.id,
          delivery.id,
          delivery.eventType,
          delivery.eventId,
          delivery.status,
          delivery.attempts,
          delivery.responseStatus,
          delivery.durationMs,
          delivery.error,
          delivery.deliveredAt,
        ]);
        if (data.length < deliveryPage) break;
      }
    }
  }
}

export const useHeading = ["Hour (UTC)", "Data", "Key ID", "Requests", "Refused", "Over the limit", "Failed"];

/** Requests with keys by the hour, the oldest first. */
export async function* pageUsage(exporter: Exporter, signal: AbortSignal): AsyncGenerator<Cell[][]> {
  const { accountId } = exporter;
  let after = firstPosition;
  for (;;) {
    signal.throwIfAborted();
    const rows = await takeReading(exporter, () => listUsage(accountId, after));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ hour, environment, keyId, requests, refused, limited, failed }) => [
      hour.toISOString(),
      environment,
      keyId,
      requests,
      refused,
      limited,
      failed,
    ]);
    after = { at: last.hour, id: last.keyId };
  }
}
