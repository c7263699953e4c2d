"use client";

import { Pause, Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState, useTransition } from "react";
import { Button } from "../ui/button";

/** So often the page is read again while somebody sees it. */
const everyMs = 5_000;

/** Refreshes the page while it is visible, unless paused. It first checks that the service answers, to keep the last good page. */
export function AutoRefresh({ readAt }: { readAt: string }) {
  const [isPaused, setPaused] = useState(false);
  const isAway = useFreshPage(isPaused);
  const Icon = isPaused ? Play : Pause;
  return (
    <div className="flex items-center gap-3 text-small">
      <p className={isAway ? "text-warn" : "text-ink-3"}>
        {isAway ? `No answer since ${readAt}` : `Read at ${readAt}`}
      </p>
      <Button shape="small" className="ml-auto" onClick={() => setPaused(!isPaused)}>
        <Icon size={14} strokeWidth={1.6} aria-hidden />
        {isPaused ? "Resume" : "Pause"}
      </Button>
    </div>
  );
}

function useFreshPage(isPaused: boolean): boolean {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [isAway, setAway] = useState(false);
  const isBusy = useRef(false);
  isBusy.current = isPending;
  useEffect(() => {
    if (isPaused) return;
    let isOver = false;
    const look = async () => {
      if (isBusy.current || document.visibilityState === "hidden") return;
      const isThere = await isServiceThere();
      if (isOver) return;
      setAway(!isThere);
      if (isThere) startTransition(() => router.refresh());
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener("visibilitychange", look);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [isPaused, router]);
  return isAway;
}

/** Whether the service answers at all, whatever it says: behind plain `next start` nothing stands at this address. */
function isServiceThere(): Promise<boolean> {
  return fetch("/api/health/live", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}
