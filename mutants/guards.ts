import type { Guard } from "@/mutants/guard";
import { limitGuards } from "./guards/limits";
import { outgoingGuards } from "./guards/outgoing";
import { requestGuards } from "./guards/requests";
import { signInGuards } from "./guards/sign-in";
import { tenantGuards } from "./guards/tenants";
import { webhookGuards } from "./guards/webhooks";

/**
 * Guards in SQL and conditions, each with the edit that removes it and the tests that must then fail.
 * Stryker mutates no SQL, so `npm run mutants:guards` tests these.
 */
export const guards: readonly Guard[] = [
  ...tenantGuards,
  ...limitGuards,
  ...signInGuards,
  ...webhookGuards,
  ...outgoingGuards,
  ...requestGuards,
];
