import type { Environment } from "@/lib/accounts/schema";
import type { LogFilter, LogPlace, LogStatus } from "@/lib/webhooks/schema";
import { shownKinds } from "../messages";

const statuses: readonly LogStatus[] = ["all", "failed", "waiting"];

export interface LogQuery extends LogFilter {
  environment: Environment;
  /** It goes on after this delivery; null: it begins with the newest. */
  after: LogPlace | null;
}

/** Deliveries of one page. */
export const pageRows = 50;

type Params = Record<string, string | string[] | undefined>;

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function readLogFilter(params: Params): LogFilter {
  const { webhook, event, status } = params;
  return {
    webhookId: typeof webhook === "string" && idPattern.test(webhook) ? webhook : null,
    eventType: shownKinds.find((kind) => kind === event) ?? null,
    status: statuses.find((known) => known === status) ?? "all",
  };
}

export function readLogView(params: Params, environment: Environment): LogQuery {
  return { ...readLogFilter(params), environment, after: readPlace(params.after) };
}

/** `2026-11-22T13:42:08.311Z_<id>`, of the last delivery of the page before. */
function readPlace(text: Params[string]): LogPlace | null {
  if (typeof text !== "string") return null;
  const [createdAt = "", id = ""] = text.split("_");
  const time = new Date(createdAt);
  const isStamp = !Number.isNaN(time.getTime()) && time.toISOString() === createdAt;
  return isStamp && idPattern.test(id) ? { createdAt, id } : null;
}

export function readChosen(params: Params): string | null {
  const { delivery } = params;
  return typeof delivery === "string" && idPattern.test(delivery) ? delivery : null;
}

export function logHref(
  view: LogQuery,
  changes: Partial<LogQuery> = {},
  delivery: string | null = null,
): string {
  const isOtherList = Object.keys(changes).some((name) => name !== "after");
  const next = { ...view, ...(isOtherList && { after: null }), ...changes };
  const params = new URLSearchParams(logParams(next));
  if (next.after !== null) params.set("after", `${next.after.createdAt}_${next.after.id}`);
  if (delivery !== null) params.set("delivery", delivery);
  const text = params.toString();
  return text === "" ? "/deliveries" : `/deliveries?${text}`;
}

export function logParams({
  environment,
  webhookId,
  eventType,
  status,
}: LogFilter & Pick<LogQuery, "environment">) {
  return {
    ...(environment === "sandbox" && { environment }),
    ...(webhookId !== null && { webhook: webhookId }),
    ...(eventType !== null && { event: eventType }),
    ...(status !== "all" && { status }),
  };
}

export function isFiltered({ webhookId, eventType, status }: LogFilter): boolean {
  return webhookId !== null || eventType !== null || status !== "all";
}
