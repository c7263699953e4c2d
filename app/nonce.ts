import { headers } from "next/headers";

/**
 * The nonce of this page's Content-Security-Policy, which proxy.ts puts on the request. Reading it makes the page
 * dynamic, as every page here must be: a static one gets no nonce, and none of its scripts run.
 */
export async function readNonce(): Promise<string | undefined> {
  const policy = (await headers()).get("content-security-policy") ?? "";
  return /'nonce-([^']+)'/.exec(policy)?.[1];
}
