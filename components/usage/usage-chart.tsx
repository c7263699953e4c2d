"use client";

import { type ReactNode, useState } from "react";
import type { UsePoint } from "@/lib/api-uses/schema";
import { ChartTable, ShowTable } from "../charts/chart-table";
import { chooseTicks } from "../charts/series";
import { sayCount } from "../ui/format";
import { chooseScale, UsePlot } from "./usage-plot";
import { namePoint, outcomes } from "./view";

interface UseChartProps {
  id: string;
  title: string;
  note?: ReactNode;
  points: readonly UsePoint[];
  unit: "hour" | "day";
  zone: string;
  /** Requests an hour; null where bars are days. */
  limit: number | null;
  isLimitShown?: boolean;
  nowMs: number;
  size: "strip" | "page";
  emptyNote: string;
}

const heights = { strip: "h-[150px]", page: "h-[190px] md:h-[228px]" };

export function UseChart(props: UseChartProps) {
  const { id, title, note, points, unit, zone, limit, isLimitShown = false, size, emptyNote } = props;
  const [isTable, setTable] = useState(false);
  const scale = chooseScale(points, limit, isLimitShown, chooseTicks);
  const present = outcomes.filter(
    ({ name, countOf }) => name === "served" || points.some((point) => countOf(point) > 0),
  );
  const rows = points.map((point) => [
    namePoint(point, unit, zone).long,
    point.requests,
    ...outcomes.map(({ countOf }) => countOf(point)),
  ]);
  return (
    <section aria-labelledby={`${id}-heading`}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-5 gap-y-1 text-small text-ink-2">
        <h2 id={`${id}-heading`} className="mr-auto text-heading text-ink">
          {title}
        </h2>
        {note !== undefined && <p className="max-md:order-last max-md:w-full">{note}</p>}
        <ShowTable isTable={isTable} onChange={setTable} />
      </div>
      <div className={`relative mt-3 ${heights[size]}`}>
        <ChartTable
          caption={title}
          columns={[unit === "hour" ? "Hour" : "Day", "Requests", ...outcomes.map((one) => one.title)]}
          rows={rows}
          isShown={isTable}
        />
        {!isTable && <UsePlot {...props} scale={scale} />}
        {!isTable && points.every(({ requests }) => requests === 0) && (
          <p className="pointer-events-none absolute inset-x-0 top-1/2 -translate-y-full text-center text-small text-ink-3">
            <span className="bg-surface px-2 py-1">{emptyNote}</span>
          </p>
        )}
      </div>
      <Legend outcomes={present} limit={limit} isLimitInSight={scale.limit !== null} />
    </section>
  );
}

interface LegendProps {
  outcomes: readonly (typeof outcomes)[number][];
  limit: number | null;
  isLimitInSight: boolean;
}

function Legend({ outcomes: shown, limit, isLimitInSight }: LegendProps) {
  return (
    <ul className="mt-3 flex min-h-[18px] flex-wrap gap-x-5 gap-y-1 text-small text-ink-2">
      {shown.map(({ name, title }) => (
        <li key={name} className="inline-flex items-center gap-2">
          <span className={`use use-${name} size-3`} />
          {title}
        </li>
      ))}
      {limit !== null && (
        <li className="inline-flex items-center gap-2">
          {isLimitInSight && <span className="w-[18px] border-t border-dashed border-stop" />}
          Limit, {sayCount(limit)} an hour{isLimitInSight ? "" : ": far above these"}
        </li>
      )}
    </ul>
  );
}
