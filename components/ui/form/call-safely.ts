import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import type { Answer } from "./answer";

/** What came of it is not known: the answer may have been lost, and not the question. */
const lost = "The connection dropped. Send it again if nothing has changed.";

/** Of a refusal that no server wrote: what was asked for may be done. */
export const lostCode = "lost";

/** For what is sent with a key of its own (`useOnce`). */
export const lostOnce = "The connection dropped. Send it again: it's only done once.";

/**
 * Calls an action of the server. A lost connection and a page of an older build are refusals too, so that nothing typed is
 * lost.
 */
export async function callSafely<T>(call: () => Promise<Answer<T>>, lostMessages = lost): Promise<Answer<T>> {
  try {
    return await call();
  } catch (error) {
    unstable_rethrow(error);
    if (!unstable_isUnrecognizedActionError(error))
      return { refusal: { sentence: lostMessages, code: lostCode } };
    return {
      refusal: { sentence: "This page is out of date. Reload it, then send the form again." },
    };
  }
}
