import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { type UrlFault, validateResolvedUrl, validateUrl } from "@/lib/platform/safe-fetch";
import { maxUrlLength } from "@/lib/platform/schema-fields";
import { newWebhookSchema } from "./schema";

interface Words {
  code: "validation_failed" | "webhook_url_not_public";
  message: string;
  hint: string;
}

/** What is said of an address tells how to write another, and nothing of names, addresses or networks. */
const words: Record<UrlFault, Words> = {
  too_long: {
    code: "validation_failed",
    message: `url must have at most ${maxUrlLength} characters`,
    hint: "Send a shorter address.",
  },
  malformed: {
    code: "validation_failed",
    message: "url must be a whole web address, like https://hooks.example.com/quietzone",
    hint: "Send an address that begins with https:// and names a host, without spaces.",
  },
  not_https: {
    code: "validation_failed",
    message: "url must begin with https://",
    hint: "Send the https address of your endpoint; events are never sent unencrypted.",
  },
  credentials: {
    code: "validation_failed",
    message: "url must not hold a user name or a password",
    hint: "Leave out what stands before the @; deliveries prove themselves by their signature.",
  },
  bad_port: {
    code: "validation_failed",
    message: "url uses a port that webhooks can't use",
    hint: "Use port 443, which is the default, or another port for the web.",
  },
  own_host: {
    code: "webhook_url_not_public",
    message: "url must not be an address of this service",
    hint: "Send the address of your own endpoint.",
  },
  not_public: {
    code: "webhook_url_not_public",
    message: "url must be an address that everybody on the internet can reach",
    hint: "Send an address whose name resolves to public addresses only.",
  },
};

function describeFault(fault: UrlFault): ServiceError {
  const { code, message, hint } = words[fault];
  return fieldError(code, { field: "url", code: fault, message }, { hint });
}

/** Resolves the address's name, so call it before anything is locked. Throws where events may not be sent to it. */
export async function requirePublicUrl(url: string): Promise<void> {
  const fault = await validateResolvedUrl(url);
  if (fault !== null) throw describeFault(fault);
}

/**
 * Faults of the address that can be seen in raw input although the schema refused other members of it, so that a client
 * learns all of them at once. No name is resolved.
 */
export function validateNewWebhook(input: Record<string, unknown>): ServiceError[] {
  const { data, success } = newWebhookSchema.shape.url.safeParse(input.url);
  const fault = success ? validateUrl(data) : null;
  return fault === null ? [] : [describeFault(fault)];
}

/** The same for a change, which may leave the address out. */
export function validateWebhookChange(input: Record<string, unknown>): ServiceError[] {
  return input.url === undefined ? [] : validateNewWebhook(input);
}
