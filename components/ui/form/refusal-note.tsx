"use client";

import { useEffect, useState } from "react";
import { Notice } from "../notice";
import type { Refusal } from "./answer";

/** Why the form as a whole was not taken, said when it appears; and from when on it can be sent again. */
export function RefusalNote({ refusal }: { refusal: Refusal | null }) {
  const again = useClock(refusal);
  if (refusal?.sentence === undefined) return null;
  return (
    <Notice tone="stop" isAlert>
      {refusal.sentence}
      {again !== null && ` Try again at ${again}.`}
    </Notice>
  );
}

/** The visitor's own time of day, rounded up to the minute that is safe; null where nothing has to be waited for. */
function useClock(refusal: Refusal | null): string | null {
  const [time, setTime] = useState<string | null>(null);
  useEffect(() => {
    const seconds = refusal?.againInSeconds;
    if (seconds === undefined) return setTime(null);
    const at = new Date(Math.ceil((Date.now() + seconds * 1_000) / 60_000) * 60_000);
    setTime(at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" }));
  }, [refusal]);
  return time;
}
