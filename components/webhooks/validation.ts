import "../ui/form/strict-zod";
import { maxWebhooks, newWebhookSchema } from "@/lib/webhooks/schema";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";
import { formatTooLong } from "../ui/form/text-length";

export const webhookMessages: FieldMessages = {
  name: (value) => formatTooLong("A name", 100, value) ?? "Give it a name, on one line.",
  "url:too_long": "This address is too long. Use a shorter one.",
  "url:not_https": "Start with https://. Events are never sent unencrypted.",
  "url:credentials": "Leave out the user name and password. Deliveries are verified by their signature.",
  "url:bad_port": "Webhooks can't use this port. Use 443 or another web port.",
  "url:own_host": "This is our own address. Enter your server's.",
  "url:not_public":
    "This isn't reachable from the internet: the name must exist and resolve to public addresses only.",
  url: (value) =>
    value === ""
      ? "Enter the address to send events to."
      : "Enter a full address, like https://hooks.example.com/quietzone.",
  events: "Choose at least one event type.",
  "filter.tags": "Enter at most 20 tags, separated by commas, without slashes.",
  "filter.qrCodeIds": "Enter ids of your codes, one per line, at most 100.",
  "headers:masked": "Enter each masked header value again: you changed the host or added a header.",
  "headers:reserved": "One of these headers is set by us or by the connection. Use another name.",
  headers: "Enter one header per line, like Authorization: Bearer 4f0c8e1b7a9d, at most 5.",
  overlapSeconds: "Choose how long the old secret signs beside the new one.",
  type: "Choose a kind of event.",
  isActive: "The webhook is paused, so nothing is sent to it. Resume it first.",
  deliveryId: "The event of this delivery is no longer kept, so it can't be sent again.",
  quota_exceeded: `All ${maxWebhooks} webhooks are used, including the sandbox's. Delete one you no longer need.`,
  not_found: "This was deleted meanwhile. Reload the page.",
};

/** What can be seen without asking for a name: the server looks at the rest. */
export const checkWebhook: Check = (data) => {
  const fields = readWebhookForm(data);
  const { filter: _, ...faults } = listFaults(newWebhookSchema, fields, webhookMessages);
  const ofFilter = listFaults(newWebhookSchema.shape.filter, fields.filter, filterMessages);
  for (const [name, fault] of Object.entries(ofFilter)) faults[`filter.${name}`] = fault;
  const url = String(fields.url ?? "");
  if (faults.url === undefined && !/^https:\/\//i.test(url))
    faults.url = webhookMessages["url:not_https"] as string;
  return faults;
};

const filterMessages: FieldMessages = {
  tags: webhookMessages["filter.tags"] as string,
  qrCodeIds: webhookMessages["filter.qrCodeIds"] as string,
};

interface WebhookForm extends Record<string, unknown> {
  filter: { tags: string[]; qrCodeIds: string[] };
}

export function readWebhookForm(data: FormData): WebhookForm {
  const { name, url, headers = "", ...fields } = readFields(data);
  return {
    name: name?.trim(),
    url: url?.trim(),
    events: data.getAll("events"),
    filter: {
      tags: listWords(fields["filter.tags"], ","),
      qrCodeIds: listWords(fields["filter.qrCodeIds"], /[\s,]+/),
    },
    headers: readHeaders(headers),
  };
}

function listWords(text = "", separator: string | RegExp): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

/** Lines of names and values. A line that repeats a name keeps a colon in its name, which the schema refuses. */
function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of listWords(text, "\n")) {
    const [, name = line, value = ""] = /^([^:]*):(.*)$/.exec(line) ?? [];
    headers[name.trim() in headers ? `${name.trim()}:` : name.trim()] = value.trim();
  }
  return headers;
}

/** The control of the form in which a refused value was entered. */
export function placeInWebhookForm(field: string): string {
  return field.replace(/^(filter\.\w+|headers)\..*$/, "$1");
}
