import { rateKeyOf } from "@/lib/platform/client-address";

/** Unknown codes that one address may ask for. */
const unknownCodes = { limit: 60, windowSeconds: 60 };

/** Counts an unknown code against whoever asked for it: seconds after which to ask again, 0 while there is room. */
export async function countUnknown(clientAddress: string): Promise<number> {
  const { consumeRate } = await import("@/lib/rate-limit");
  const rate = await consumeRate([{ key: `unknown-code:${rateKeyOf(clientAddress)}`, ...unknownCodes }]);
  return rate.retryAfterSeconds;
}
