import type { Usage } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";

/** How much the plan still holds, in words. */
export interface CodeRoom {
  codes: { used: number; limit: number };
  planName: string;
  /** Why there may be no further dynamic code; null where there may. */
  dynamicNote: string | null;
}

export function readRoom({ plan, codes, dynamicCodes: { used, limit } }: Usage): CodeRoom {
  const { name } = entitlements[plan];
  const isFull = limit !== null && used >= limit;
  const words = limit === 1 ? "1 dynamic code, and it is" : `${limit} dynamic codes, and they are`;
  return { codes, planName: name, dynamicNote: isFull ? `${name} holds ${words} used.` : null };
}

/** Which code this will be; or that there is no room for it, which Save explains. */
export function sayRoom({ codes: { used, limit }, planName }: CodeRoom) {
  const isFull = used >= limit;
  const count = (value: number) => value.toLocaleString("en-GB");
  return (
    <p className={`text-small max-md:max-w-[45%] ${isFull ? "text-stop" : "text-ink-2"}`}>
      {isFull
        ? `All ${count(limit)} codes of ${planName} are used.`
        : `This will be code ${count(used + 1)} of ${count(limit)}`}
    </p>
  );
}
