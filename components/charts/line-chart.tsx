"use client";

import { useState } from "react";
import { ChartTable, ShowTable } from "./chart-table";
import { LinePlot, type LinePlotProps } from "./line-plot";
import { namePoints } from "./series";

interface LineChartProps extends LinePlotProps {
  id: string;
  /** Height of the plot: 228, or 184 in a column; 150 on phones either way. */
  size?: "page" | "column";
  /** Said on the axes where nothing was counted: "No scans in these 7 days." */
  emptyNote: string;
}

const heights = { page: "h-[150px] md:h-[228px]", column: "h-[150px] md:h-[184px]" };
const firstColumns = { "5min": "Time", hour: "Hour", day: "Day" };

export function LineChart({ id, size = "page", emptyNote, ...plot }: LineChartProps) {
  const { title, series, names, timeZone } = plot;
  const [isTable, setTable] = useState(false);
  const words = namePoints(series, timeZone);
  const hasPrevious = series.points.some(({ previous }) => previous !== null);
  const isEmpty = series.points.every(({ count, previous }) => count === 0 && !previous);
  const rows = series.points.map(({ count, previous }, place) => [words[place]?.long ?? "", count, previous]);
  const later = (series.ahead ?? []).map(({ previous }, place) => [
    words[rows.length + place]?.long ?? "",
    null,
    previous,
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
        </span>
        <ShowTable isTable={isTable} onChange={setTable} />
      </div>
      <div className={`relative mt-3 ${heights[size]}`}>
        <ChartTable
          caption={title}
          columns={[firstColumns[series.unit], names.current, ...(hasPrevious ? [names.previous] : [])]}
          rows={hasPrevious ? [...rows, ...later] : rows.map((row) => row.slice(0, 2))}
          isShown={isTable}
        />
        {!isTable && <LinePlot {...plot} />}
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
