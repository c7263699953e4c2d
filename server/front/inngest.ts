import { findMethodFault, inngestAddress, maxCallBytes } from "@/inngest/address";
import { type Exchange, refuse } from "./exchange";
import { forwardTruth } from "./forwarding";
import { passToNext, takeBody } from "./next";

/** Where Inngest calls the service. Without its settings it is an address of the API like any other that is none. */
export function isInngestAddress({ front, target }: Exchange): boolean {
  return target.path === inngestAddress && front.options.settings.inngest !== undefined;
}

/**
 * Passes a call of Inngest's on as it came: its body by the byte and its own headers, since its SDK in Next vets the
 * signature. No page of another site can sign one; against a dev server nothing is signed, and nothing there is secret.
 */
export async function serveInngest(exchange: Exchange): Promise<void> {
  const { front, request, requestId } = exchange;
  exchange.observed.route = inngestAddress;
  const { method } = request;
  const fault = findMethodFault(method);
  if (fault !== null) return refuse(exchange, ...fault);
  const hasBody = method === "POST" || method === "PUT";
  const passed = hasBody ? await takeBody(exchange, maxCallBytes) : request;
  forwardTruth(passed.headers, exchange.clientAddress, front.options.settings, requestId);
  await passToNext(exchange, passed);
}
