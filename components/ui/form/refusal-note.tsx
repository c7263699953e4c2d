"use client";

import { useEffect, useState } from "react";
import { Notice } from "../notice";
import type { Refusal } from "./answer";

/** Why the form as a whole was not taken, said when it appears; and from when on it can be sent again. */
export function RefusalNote({ refusal }: { refusal: Refusal | null }) {
  const again = useAgain(refusal);
  if (refusal?.sentence === undefined) return null;
  return (
    <Notice tone="stop" isAlert>
      {refusal.sentence}
      {again !== null && ` Try again ${again}.`}
    </Notice>
  );
}

/** From when on it can be sent again; null where nothing has to be waited for. */
function useAgain(refusal: Refusal | null): string | null {
  const [time, setTime] = useState<string | null>(null);
  useEffect(() => {
    const seconds = refusal?.againInSeconds;
    if (seconds === undefined) return setTime(null);
    setTime(formatAgain(new Date(), seconds));
  }, [refusal]);
  return time;
}

/** `at 14:05`, or `on 20 Nov, 14:05` on another day, by the visitor's own clock; rounded up to the minute that is safe. */
export function formatAgain(now: Date, seconds: number): string {
  const at = new Date(Math.ceil((now.getTime() + seconds * 1_000) / 60_000) * 60_000);
  const time = { hour: "2-digit", minute: "2-digit" } as const;
  return at.toDateString() === now.toDateString()
    ? `at ${at.toLocaleTimeString("en-GB", time)}`
    : `on ${at.toLocaleString("en-GB", { day: "numeric", month: "short", ...time })}`;
}
