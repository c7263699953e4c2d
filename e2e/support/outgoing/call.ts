import { FetchFault, type OutgoingRules, type SafeRequest, safeFetch } from "@/lib/platform/safe-fetch";

export type Outcome = number | FetchFault["code"];

/** One POST, with a body unless told: the answer's status, or why there was none. */
export async function post(
  url: string,
  rules: OutgoingRules,
  options: Partial<SafeRequest> = {},
): Promise<Outcome> {
  const request: SafeRequest = {
    url,
    method: "POST",
    headers: {},
    body: "{}",
    deadlineMs: 10_000,
    ...options,
  };
  try {
    return (await safeFetch(request, rules)).status;
  } catch (error) {
    if (error instanceof FetchFault) return error.code;
    throw error;
  }
}
