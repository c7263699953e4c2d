"use client";

import { useEffect, useRef, useState } from "react";
import type { ExportProgress } from "@/lib/exports/schema";
import { findProgress } from "./ask-server";

const everyMs = 1_000;
/** So many looks that find nothing new, and it is not followed any more: the browser has not begun it. */
const mostEmptyLooks = 10;

/** How far the account's export is, asked each second while one is under way; one that was begun before is seen, too. */
export function useProgress() {
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  /** Rises with each export that is begun here. */
  const [turn, setTurn] = useState(0);
  /** The one whose end is no news. */
  const over = useRef<string | null>(null);
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    let emptyLooks = 0;
    // Where nothing was begun here, one that had ended before the first look is no news.
    let isFollowing = turn > 0;
    const look = async () => {
      const found = await findProgress();
      if (isGone) return;
      const isNews = found !== null && found.startedAt !== over.current;
      const isOver = found !== null && found.state !== "under_way";
      if (isOver) over.current = found.startedAt;
      isFollowing ||= isNews && !isOver;
      if (isNews && isFollowing) setProgress(found);
      emptyLooks = isNews ? 0 : emptyLooks + 1;
      const isLost = emptyLooks > (turn === 0 ? 0 : mostEmptyLooks);
      if (isLost) setProgress((now) => (now?.state === "under_way" ? null : now));
      else if (!isOver || !isNews) timer = setTimeout(look, everyMs);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [turn]);
  return {
    progress,
    follow() {
      setProgress({ state: "under_way", startedAt: "", files: 0, bytes: 0 });
      setTurn((before) => before + 1);
    },
  };
}
