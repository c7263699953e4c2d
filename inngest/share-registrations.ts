import { setTimeout as sleep } from "node:timers/promises";
import type { ClientOptions } from "inngest";

type Fetch = NonNullable<ClientOptions["fetch"]>;

/** Where an app registers, at whatever Inngest. */
const registration = /\/fn\/register$/;
/** The next registration is a call of its own after so long, and when the last has ended. */
const sharedMs = 1_000;

/**
 * Registration takes no key, since it sends nothing from the request. Registrations within the same second share the first
 * one's call to Inngest and its answer; one with an earlier key is separate.
 */
export function shareRegistrations(call: Fetch): Fetch {
  const shared = new Map<string, Promise<{ text: string; status: number }>>();

  async function ask(...request: Parameters<Fetch>) {
    const response = await call(...request);
    return { text: await response.text(), status: response.status };
  }

  return async (address, init) => {
    if (!registration.test(new URL(String(address)).pathname)) return call(address, init);
    const key = new Headers(init?.headers).get("authorization") ?? "";
    let asked = shared.get(key);
    if (asked === undefined) {
      asked = ask(address, init);
      shared.set(key, asked);
      const over = sleep(sharedMs, undefined, { ref: false });
      void Promise.allSettled([asked, over]).then(() => shared.delete(key));
    }
    const { text, status } = await asked;
    return new Response(text === "" ? null : text, { status });
  };
}
