import { env } from "./env";

/** What a dynamic code holds: an address of the service's own, that leads on. */
export function shortUrlOf(shortCode: string): string {
  return `${env.baseUrl}/r/${shortCode}`;
}
