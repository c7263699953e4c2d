import { ServiceError } from "@/lib/platform/errors";

/** The one address of the service that Inngest calls. The front passes it to Next, and loads no SDK for that. */
export const inngestAddress = "/api/inngest";

const methods = ["GET", "HEAD", "POST", "PUT"];
const allow = methods.join(", ");

/** GET tells what is served, PUT has it registered, POST runs it; of other methods the error and the headers with it. */
export function findMethodFault(method = "GET"): [ServiceError, Record<string, string>] | null {
  if (methods.includes(method)) return null;
  return [new ServiceError("method_not_allowed", `This address answers ${allow} only`), { Allow: allow }];
}

/** Inngest sends at most 4 MiB of a run's state, beside the events that began it. */
export const maxCallBytes = 8 * 1024 * 1024;
