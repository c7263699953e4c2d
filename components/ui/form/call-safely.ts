"use client";

import { unstable_isUnrecognizedActionError, unstable_rethrow } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { Answer, Refusal } from "./answer";

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
export async function callSafely<T>(call: () => Promise<Answer<T>>, lostMessage = lost): Promise<Answer<T>> {
  try {
    return await call();
  } catch (error) {
    unstable_rethrow(error);
    if (!unstable_isUnrecognizedActionError(error))
      return { refusal: { sentence: lostMessage, code: lostCode } };
    return {
      refusal: { sentence: "This page is out of date. Reload it, then send the form again." },
    };
  }
}

/**
 * For what must not be made twice: sends a key along, by which the server knows the same filling of a form again. After
 * an answer that was lost the key stays, so that what is sent again is done once.
 */
export function useOnce() {
  const key = useRef<string | null>(null);
  return useRef(async <T>(send: (key: string) => Promise<Answer<T>>): Promise<Answer<T>> => {
    key.current ??= newKey();
    const answer = await send(key.current);
    if (answer !== null && isSettled(answer)) key.current = null;
    return answer;
  }).current;
}

/** It is done, with this answer or an earlier one: what is sent next is another. */
function isSettled(answer: NonNullable<Answer<unknown>>): boolean {
  return "done" in answer || answer.refusal.code === "idempotency_key_reused";
}

/** 128 random bits; also where the page has no secure connection. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}

/** What a dialog asks for once it is there; undefined until it has come. */
export function useAnswer<T>(ask: () => Promise<Answer<T>>): {
  data: T | undefined;
  refusal: Refusal | null;
} {
  const [state, setState] = useState<{ data: T | undefined; refusal: Refusal | null }>({
    data: undefined,
    refusal: null,
  });
  // It is asked for once: the dialog is made again for each selection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    let isThere = true;
    void callSafely(ask).then((answer) => {
      if (!isThere || answer === null) return;
      if ("done" in answer) setState({ data: answer.done, refusal: null });
      else setState({ data: undefined, refusal: answer.refusal });
    });
    return () => {
      isThere = false;
    };
  }, []);
  return state;
}
