import type { IssuedWebhook } from "@/lib/webhooks/schema";
import type { FormAction } from "../ui/form/answer";

/** A delivery that was asked for by hand. */
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
