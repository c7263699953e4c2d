import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { ApiRequest, ApiResponse } from "../exchange";

/** A body beyond this many bytes is large: only bulk calls may have one. */
const largeBytes = 1_048_576;
/** Large bodies that are in memory at once: of everybody, and of one key. Each takes some 50 MiB until it is answered. */
const mostLarge = 4;
const mostOfOne = 2;

/** How many each key has in memory. */
const places = () => oncePerProcess("large bodies", () => new Map<string, number>());

/** The key itself, however its scheme is written, or without one the client. */
function ownerOf({ headers: { authorization }, clientAddress }: ApiRequest): string {
  return authorization?.trim().split(/ +/).at(-1) ?? clientAddress;
}

function takePlace(owner: string): () => void {
  const taken = places();
  const own = taken.get(owner) ?? 0;
  const all = [...taken.values()].reduce((sum, count) => sum + count, 0);
  if (own >= mostOfOne || all >= mostLarge) {
    throw new ServiceError("unavailable", "Too many large bodies are being handled", {
      retryAfterSeconds: 2,
    });
  }
  taken.set(owner, own + 1);
  return () => {
    const left = (taken.get(owner) ?? 1) - 1;
    if (left === 0) taken.delete(owner);
    else taken.set(owner, left);
  };
}

/**
 * Answers a request while it bounds how many large bodies are in memory: a place is taken when more than 1 MiB has come,
 * and given back with the answer. Beyond the bound reading stops and the request is `unavailable`.
 */
export async function boundLargeBodies(
  request: ApiRequest,
  answer: (request: ApiRequest) => Promise<ApiResponse>,
): Promise<ApiResponse> {
  let leave: (() => void) | undefined;
  let bytes = 0;
  const bounded: ApiRequest = {
    ...request,
    readBody: (limitBytes, inspect) =>
      request.readBody(limitBytes, (chunk) => {
        bytes += chunk.length;
        if (bytes > largeBytes) leave ??= takePlace(ownerOf(request));
        inspect?.(chunk);
      }),
  };
  try {
    return await answer(bounded);
  } finally {
    leave?.();
  }
}
