import type { Environment } from "@/lib/accounts/schema";
import type { IssuedWebhook, LogCounts, LogDelivery } from "@/lib/webhooks/schema";
import type { FormAction } from "../ui/form/answer";

export interface MadeDelivery {
  id: string;
}

/** What the pages of webhooks can ask the server for; each checks by itself whose webhook it is. */
export interface WebhookActions {
  create: FormAction<IssuedWebhook>;
  change: FormAction<null>;
  setActive: FormAction<null>;
  rotate: FormAction<IssuedWebhook>;
  test: FormAction<MadeDelivery>;
  remove: FormAction<null>;
}

/** A delivery with its requests, from the server; null: there is none. Throws where it could not be asked. */
export async function loadDelivery(
  environment: Environment,
  id: string,
  signal?: AbortSignal,
): Promise<LogDelivery | null> {
  const query = environment === "sandbox" ? "?environment=sandbox" : "";
  const response = await fetch(`/deliveries/${id}/detail${query}`, {
    headers: { accept: "application/json" },
    ...(signal && { signal }),
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as LogDelivery;
}

const countsMs = 10_000;

/** How many deliveries of a log failed and how many wait; null where the server could not be asked, or nobody is signed in. */
export async function loadCounts(query: string): Promise<LogCounts | null> {
  try {
    const response = await fetch(`/deliveries/counts?${query}`, {
      redirect: "error",
      signal: AbortSignal.timeout(countsMs),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

export function isOver({ status }: Pick<LogDelivery, "status">): boolean {
  return status === "delivered" || status === "failed" || status === "cancelled";
}
