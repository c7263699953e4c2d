"use client";

import { useState } from "react";
import { ChartTable, ShowTable } from "./chart-parts";
import { LinePlot, type LinePlotProps, MarkShape } from "./line-plot";
import { type ChartMark, namePoints, placeMarks } from "./series";

export interface LineChartProps extends Omit<LinePlotProps, "marks" | "onPick"> {
  id: string;
  marks?: readonly ChartMark[];
  /** Where a day of the line leads: `2026-11-20`. */
  onPick?: (day: string) => void;
  /** Height of the plot: 228, or 184 in a column; 150 on phones either way. */
  size?: "page" | "column";
  /** Said on the axes where nothing was counted: "No scans in these 7 days." */
  emptyNote: string;
}

const heights = { page: "h-[150px] md:h-[228px]", column: "h-[150px] md:h-[184px]" };
const markColumn = "Target changed";
const firstColumns = { "5min": "Time", hour: "Hour", day: "Day" };

export function LineChart({
  id,
  size = "page",
  emptyNote,
  marks: given = [],
  onPick,
  ...plot
}: LineChartProps) {
  const { title, series, names, timeZone } = plot;
  const [isTable, setTable] = useState(false);
  const words = namePoints(series, timeZone);
  const hasPrevious = series.points.some(({ previous }) => previous !== null);
  const isEmpty = series.points.every(({ count, previous }) => count === 0 && !previous);
  const marks = placeMarks(series, given, timeZone);
  const pick = onPick && ((place: number) => onPick(series.points[place]?.at ?? ""));
  const columns = [
    firstColumns[series.unit],
    names.current,
    ...(hasPrevious ? [names.previous] : []),
    ...(marks.size > 0 ? [markColumn] : []),
  ];
  const places = [...series.points, ...((hasPrevious && series.ahead) || [])];
  const rows = places.map((point, place): (string | number | null)[] => [
    words[place]?.long ?? "",
    series.points[place]?.count ?? null,
    ...(hasPrevious ? [point.previous] : []),
    ...(marks.size > 0 ? [marks.get(place)?.join("; ") ?? ""] : []),
  ]);
  return (
    <section aria-labelledby={`${id}-heading`}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-5 gap-y-1 text-small text-ink-2">
        <h2 id={`${id}-heading`} className="mr-auto text-heading text-ink">
          {title}
        </h2>
        <span className="flex flex-wrap gap-x-5 gap-y-1 max-md:order-last max-md:w-full">
          <LegendKey name={names.current} stroke="var(--c1)" width={2} />
          {hasPrevious && <LegendKey name={names.previous} stroke="var(--cprev)" width={1.5} dash="2 4" />}
          {marks.size > 0 && <MarkKey />}
        </span>
        <ShowTable isTable={isTable} onChange={setTable} />
      </div>
      <div className={`relative mt-3 ${heights[size]}`}>
        <ChartTable
          caption={title}
          columns={columns}
          rows={rows}
          isShown={isTable}
          {...(pick && { onPick: pick })}
        />
        {!isTable && <LinePlot {...plot} marks={marks} {...(pick && { onPick: pick })} />}
        {!isTable && isEmpty && (
          <p className="pointer-events-none absolute inset-x-0 top-1/2 -translate-y-full text-center text-small text-ink-3">
            <span className="bg-surface px-2 py-1">{emptyNote}</span>
          </p>
        )}
      </div>
    </section>
  );
}

interface LegendKeyProps {
  name: string;
  stroke: string;
  width: number;
  dash?: string;
}

function LegendKey({ name, stroke, width, dash }: LegendKeyProps) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width={18} height={4} aria-hidden="true" focusable="false">
        <line x1={0} x2={18} y1={2} y2={2} stroke={stroke} strokeWidth={width} strokeDasharray={dash} />
      </svg>
      {name}
    </span>
  );
}

function MarkKey() {
  return (
    <span className="inline-flex items-center gap-2">
      <svg width={12} height={12} aria-hidden="true" focusable="false">
        <MarkShape x={6} y={6} />
      </svg>
      {markColumn}
    </span>
  );
}
