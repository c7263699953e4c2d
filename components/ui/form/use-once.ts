"use client";

import { useRef } from "react";
import type { Answer } from "./answer";

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
