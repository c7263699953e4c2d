"use client";

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { Area, CartesianGrid, ComposedChart, Line, Tooltip, XAxis, YAxis } from "recharts";
import { formatCount } from "../ui/counts";
import { ChartTable, ShowTable } from "./chart-table";
import { chooseNamed, chooseTicks, type LineSeries, namePoints, type PointLabels } from "./series";
import { LineTooltip } from "./tooltip";

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

interface LinePlotProps {
  title: string;
  series: LineSeries;
  names: { current: string; previous: string };
  timeZone: string;
}

/** So wide is a name below the plot with its room, beside numbers of this width. */
const nameWidth = 88;

const numbersWidth = 48;
const tick = { fill: "var(--ink-3)", fontSize: "0.75rem" };

/** The plot alone; it fills its box. Arrows walk along the line once it has the focus. */
function LinePlot(props: LinePlotProps) {
  const [box, size] = useSize();
  return (
    <div ref={box} className="line-plot h-full">
      {size !== null && <SizedPlot {...props} {...size} />}
    </div>
  );
}

function SizedPlot({ title, series, names, timeZone, width, height }: LinePlotProps & Size) {
  const words = namePoints(series, timeZone);
  const data = listPlaces(series);
  const ticks = chooseTicks(
    Math.max(0, ...data.flatMap(({ count, previous }) => [count ?? 0, previous ?? 0])),
  );
  const last = data.length - 1;
  const now = series.points.length - 1;
  return (
    <ComposedChart
      width={width}
      height={height}
      data={data}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      title={title}
      desc="Arrows move along the line. The table has the same figures."
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="place"
        type="number"
        domain={[0, Math.max(1, last)]}
        ticks={chooseNamed(series.unit, data.length, Math.max(1, (width - numbersWidth) / nameWidth))}
        interval={0}
        tick={(props) => <PlaceTick {...props} words={words} />}
        tickLine={{ stroke: "var(--line-strong)" }}
        axisLine={{ stroke: "var(--line)" }}
        height={28}
      />
      <YAxis
        domain={[0, ticks.at(-1) ?? 1]}
        ticks={ticks}
        interval={0}
        tick={tick}
        tickFormatter={formatCount}
        tickLine={false}
        axisLine={false}
        width="auto"
      />
      <Tooltip
        isAnimationActive={false}
        cursor={{ stroke: "var(--accent)", strokeWidth: 1 }}
        offset={12}
        content={({ active, label }) => {
          const place = Number(label);
          const point = active ? data[place] : undefined;
          if (point === undefined) return null;
          return <LineTooltip title={words[place]?.long ?? ""} rows={listRows(point, names)} />;
        }}
      />
      <Area
        dataKey="count"
        type="linear"
        stroke="var(--c1)"
        strokeWidth={2}
        fill="var(--c1)"
        fillOpacity={0.07}
        dot={(props) => <NowDot key={props.index} {...props} isNow={props.index === now} />}
        activeDot={{ r: 4, fill: "var(--c1)", stroke: "var(--surface)", strokeWidth: 2 }}
        isAnimationActive={false}
      />
      <Line
        dataKey="previous"
        type="linear"
        stroke="var(--cprev)"
        strokeWidth={1.5}
        strokeDasharray="2 4"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
    </ComposedChart>
  );
}

interface Place {
  place: number;
  /** Null after now. */
  count: number | null;
  previous: number | null;
}

function listPlaces({ points, ahead = [] }: LineSeries): Place[] {
  const places = [...points, ...ahead.map(({ previous }) => ({ count: null, previous }))];
  return places.map(({ count, previous }, place) => ({ place, count, previous }));
}

function listRows({ count, previous }: Place, names: LinePlotProps["names"]) {
  return [
    ...(count === null ? [] : [{ name: names.current, count }]),
    ...(previous === null ? [] : [{ name: names.previous, count: previous }]),
  ];
}

interface PlaceTickProps {
  x: number | string;
  y: number | string;
  payload: { value: number };
  words: readonly PointLabels[];
}

function PlaceTick({ x, y, payload, words }: PlaceTickProps) {
  const isLast = payload.value === words.length - 1;
  const anchor = payload.value === 0 && !isLast ? "start" : isLast ? "end" : "middle";
  return (
    <text x={x} y={y} dy="0.9em" textAnchor={anchor} {...tick}>
      {words[payload.value]?.short}
    </text>
  );
}

function NowDot({ cx, cy, isNow }: { cx?: number; cy?: number; isNow: boolean }) {
  if (!isNow || cx === undefined || cy === undefined) return null;
  return <circle cx={cx} cy={cy} r={4} fill="var(--c1)" stroke="var(--surface)" strokeWidth={2} />;
}

interface Size {
  width: number;
  height: number;
}

/** How large a box is, as it changes; null until it has been measured. */
function useSize(): [RefObject<HTMLDivElement | null>, Size | null] {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, size];
}
