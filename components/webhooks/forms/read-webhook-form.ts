import { readFields } from "../../ui/form/read";

/** The form of a webhook, a new one or a change of one, as the body that the interface takes. */
export function readWebhookForm(data: FormData): Record<string, unknown> {
  const { name, url } = readFields(data);
  return { name: name?.trim(), url: url?.trim(), events: data.getAll("events") };
}
