"use client";

import type { LimitUse, TodayUses } from "@/lib/api-uses/schema";
import { UseChart } from "../usage/use-chart";
import { sayLimit } from "../usage/words";

interface TodayBlockProps {
  points: TodayUses["points"];
  limit: LimitUse;
  zone: string;
  nowMs: number;
}

/** Today's requests by hour beneath the limit of an hour. */
export function TodayBlock({ points, limit, zone, nowMs }: TodayBlockProps) {
  return (
    <div className="page-x border-b border-line py-6">
      <UseChart
        id="today"
        title="Requests by hour, today"
        note={sayLimit(limit, zone)}
        points={points}
        unit="hour"
        zone={zone}
        limit={limit.limit}
        isLimitShown
        nowMs={nowMs}
        size="strip"
        emptyNote="No request yet today."
      />
    </div>
  );
}
