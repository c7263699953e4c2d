import "../../ui/form/strict-zod";

import { newWebhookSchema } from "@/lib/webhooks/schema";
import type { Check } from "../../ui/form/answer";
import { listFaults } from "../../ui/form/faults";
import { webhookWords } from "../field-words";
import { readWebhookForm } from "./read-webhook-form";

/** What can be seen without asking for a name: the server looks at the rest. */
export const checkWebhook: Check = (data) => {
  const fields = readWebhookForm(data);
  const faults = listFaults(newWebhookSchema, fields, webhookWords);
  const url = String(fields.url ?? "");
  if (faults.url === undefined && !/^https:\/\//i.test(url))
    faults.url = webhookWords["url:not_https"] as string;
  return faults;
};
