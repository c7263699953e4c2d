"use client";

import {
  Fragment,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  Tooltip,
  useActiveTooltipLabel,
  XAxis,
  YAxis,
} from "recharts";
import { formatCount } from "../ui/counts";
import { LineTooltip } from "./chart-parts";
import { chooseNamed, chooseTicks, type LineSeries, namePoints, type PointLabels } from "./series";

export interface LinePlotProps {
  title: string;
  series: LineSeries;
  /** What happened at a place, in words. */
  marks: ReadonlyMap<number, readonly string[]>;
  /** Where a place of the line leads. */
  onPick?: (place: number) => void;
  names: { current: string; previous: string };
  timeZone: string;
}

/** So wide is a name below the plot with its room, beside numbers of this width. */
const nameWidth = 88;

const numbersWidth = 48;
const tick = { fill: "var(--ink-3)", fontSize: "0.75rem" };

/** The plot alone; it fills its box. Arrows walk along the line once it has the focus, and Enter follows a place. */
export function LinePlot({ onPick, ...plot }: LinePlotProps) {
  const [box, size] = useSize();
  const active = useRef<number | null>(null);
  const follow = (place: number | null) => {
    if (place !== null && place < plot.series.points.length) onPick?.(place);
  };
  return (
    <div
      ref={box}
      className="line-plot h-full"
      onKeyDownCapture={(event) => {
        if (event.key === "Enter") follow(active.current);
      }}
    >
      {size !== null && <SizedPlot {...plot} {...size} active={active} {...(onPick && { onPick: follow })} />}
    </div>
  );
}

/** A finger reads a place first, and follows it with a second touch. */
function useTaps(onPick: ((place: number) => void) | undefined) {
  const tapped = useRef<number | null>(null);
  if (onPick === undefined) return {};
  return {
    style: { cursor: "pointer" },
    onClick: (
      { activeLabel }: { activeLabel?: string | number | undefined },
      { nativeEvent }: SyntheticEvent,
    ) => {
      if (activeLabel === undefined) return;
      const place = Number(activeLabel);
      const isFirst =
        "pointerType" in nativeEvent && nativeEvent.pointerType === "touch" && tapped.current !== place;
      tapped.current = place;
      if (!isFirst) onPick(place);
    },
  };
}

/** Says which place of the line is read. */
function ActivePlace({ active }: { active: RefObject<number | null> }) {
  const label = useActiveTooltipLabel();
  useEffect(() => {
    active.current = label === undefined ? null : Number(label);
  }, [active, label]);
  return null;
}

type SizedPlotProps = Omit<LinePlotProps, "onPick"> &
  Size & { active: RefObject<number | null>; onPick?: (place: number) => void };

function SizedPlot({ title, series, marks, names, timeZone, width, height, active, onPick }: SizedPlotProps) {
  const words = namePoints(series, timeZone);
  const data = listPlaces(series);
  const ticks = chooseTicks(
    Math.max(0, ...data.flatMap(({ count, previous }) => [count ?? 0, previous ?? 0])),
  );
  const last = data.length - 1;
  const now = series.isRunning === false ? -1 : series.points.length - 1;
  return (
    <ComposedChart
      {...useTaps(onPick)}
      width={width}
      height={height}
      data={data}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      title={title}
      desc={`Arrows move along the line. ${onPick ? "Enter shows the day. " : ""}The table has the same figures.`}
    >
      <ActivePlace active={active} />
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
          return (
            <LineTooltip
              title={words[place]?.long ?? ""}
              rows={listRows(point, names)}
              notes={marks.get(place) ?? []}
            />
          );
        }}
      />
      <Area
        dataKey="count"
        type="linear"
        stroke="var(--c1)"
        strokeWidth={2}
        fill="var(--c1)"
        fillOpacity={0.07}
        dot={({ index, cx, cy }) => (
          <Fragment key={index}>
            {marks.has(index) && cx !== undefined && <MarkLine x={cx} height={height} />}
            <NowDot cx={cx} cy={cy} isNow={index === now} />
          </Fragment>
        )}
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

function NowDot({ cx, cy, isNow }: { cx: number | undefined; cy: number | undefined; isNow: boolean }) {
  if (!isNow || cx === undefined || cy === undefined) return null;
  return <circle cx={cx} cy={cy} r={4} fill="var(--c1)" stroke="var(--surface)" strokeWidth={2} />;
}

/** Where the target changed: a line down the plot, with a square on its point at the top. */
function MarkLine({ x, height }: { x: number; height: number }) {
  return (
    <g className="line-mark">
      <line x1={x} x2={x} y1={8} y2={height - 28} stroke="var(--line-strong)" strokeDasharray="1 3" />
      <MarkShape x={x} y={8} />
    </g>
  );
}

export function MarkShape({ x, y }: { x: number; y: number }) {
  const [width, half] = [8, 4];
  return (
    <rect
      x={x - half}
      y={y - half}
      width={width}
      height={width}
      transform={`rotate(45 ${x} ${y})`}
      fill="var(--surface)"
      stroke="var(--ink)"
      strokeWidth={1.5}
    />
  );
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
