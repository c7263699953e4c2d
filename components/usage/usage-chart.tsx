"use client";

import { type PointerEvent, type ReactNode, useState } from "react";
import type { UsePoint } from "@/lib/api-uses/schema";
import { ChartTable, LineTooltip, ShowTable } from "../charts/chart-parts";
import { chooseTicks } from "../charts/series";
import { formatCount } from "../ui/counts";
import { namePoint, outcomes } from "./format";

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
          Limit, {formatCount(limit)} per hour{isLimitInSight ? "" : ": far above these"}
        </li>
      )}
    </ul>
  );
}

interface UsePlotProps {
  points: readonly UsePoint[];
  unit: "hour" | "day";
  zone: string;
  nowMs: number;
  scale: Scale;
}

/** Places from one name below the bars to the next, on a wide screen and on a narrow one. */
const strides = { hour: [3, 6], day: [2, 7] } as const;

/** Axis, line of the limit and a column for each hour or day; a reader who listens has the table instead. */
function UsePlot({ points, unit, zone, nowMs, scale }: UsePlotProps) {
  const [place, setPlace] = useState<number | null>(null);
  const top = scale.ticks.at(-1) ?? 1;
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const over = Math.floor(((event.clientX - left) / width) * points.length);
    setPlace(Math.min(points.length - 1, Math.max(0, over)));
  };
  const pointed = place === null ? undefined : points[place];
  return (
    <div className="absolute inset-0 grid grid-cols-[3.25rem_minmax(0,1fr)] grid-rows-[minmax(0,1fr)_1.5rem] text-tiny text-ink-3">
      <Axis scale={scale} />
      <div
        className="relative"
        aria-hidden="true"
        onPointerMove={move}
        onPointerDown={move}
        onPointerLeave={() => setPlace(null)}
      >
        <Lines scale={scale} />
        <div className="absolute inset-0 flex items-end">
          {points.map((point, index) => (
            <div
              key={point.at}
              className={`flex h-full flex-1 flex-col justify-end ${index === place ? "bg-canvas" : ""}`}
            >
              <Column point={point} top={top} isPresent={isPresent(point, unit, index, points, nowMs)} />
            </div>
          ))}
        </div>
        {pointed !== undefined && place !== null && (
          <div
            className="pointer-events-none absolute top-0 z-10"
            style={
              place < points.length / 2
                ? { left: `${((place + 1) / points.length) * 100}%` }
                : { right: `${(1 - place / points.length) * 100}%` }
            }
          >
            <Tooltip point={pointed} title={namePoint(pointed, unit, zone).long} />
          </div>
        )}
      </div>
      <span />
      <Names points={points} unit={unit} zone={zone} />
    </div>
  );
}

function isPresent(
  { at }: UsePoint,
  unit: "hour" | "day",
  index: number,
  points: readonly UsePoint[],
  nowMs: number,
): boolean {
  if (unit === "day") return index === points.length - 1;
  const from = Date.parse(at);
  return from <= nowMs && nowMs < from + 3_600_000;
}

function Column({ point, top, isPresent }: { point: UsePoint; top: number; isPresent: boolean }) {
  const parts = outcomes.filter(({ countOf }) => countOf(point) > 0).reverse();
  return parts.map(({ name, countOf }) => (
    <span
      key={name}
      className={`use use-${name} use-column mx-auto block min-h-[2px] ${isPresent || name !== "served" ? "" : "use-past"}`}
      style={{ height: `${((countOf(point) / top) * 100).toFixed(3)}%` }}
    />
  ));
}

function Tooltip({ point, title }: { point: UsePoint; title: string }) {
  const parts = outcomes.filter(({ countOf }) => countOf(point) > 0);
  const rows = parts.length > 1 ? parts.map((one) => ({ name: one.title, count: one.countOf(point) })) : [];
  return <LineTooltip title={title} rows={[{ name: "Requests", count: point.requests }, ...rows]} />;
}

function Axis({ scale: { ticks } }: { scale: Scale }) {
  const top = ticks.at(-1) ?? 1;
  return (
    <div className="relative" aria-hidden="true">
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-3 translate-y-1/2"
          style={{ bottom: `${(tick / top) * 100}%` }}
        >
          {formatCount(tick)}
        </span>
      ))}
    </div>
  );
}

function Lines({ scale: { ticks, limit } }: { scale: Scale }) {
  const top = ticks.at(-1) ?? 1;
  return (
    <>
      {ticks.map((tick) => (
        <span
          key={tick}
          className={`absolute inset-x-0 border-t ${tick === 0 ? "border-line-strong" : "border-line"}`}
          style={{ bottom: `${(tick / top) * 100}%` }}
        />
      ))}
      {limit !== null && (
        <span
          className="absolute inset-x-0 z-10 border-t border-dashed border-stop forced-color-adjust-none"
          style={{ bottom: `${(limit / top) * 100}%` }}
        />
      )}
    </>
  );
}

function Names({ points, unit, zone }: Pick<UsePlotProps, "points" | "unit" | "zone">) {
  const [wide, narrow] = points.length > 10 ? strides[unit] : [1, 1];
  // Days are named from today back, hours from the first on.
  const stepOf = (index: number) => (unit === "day" ? points.length - 1 - index : index);
  // The last name is wider than its narrow column and would overflow the page.
  const placeOf = (index: number) =>
    points.length > 10 && index === points.length - 1 ? "right-0" : "left-1/2 -translate-x-1/2";
  return (
    <div className="flex items-end" aria-hidden="true">
      {points.map((point, index) => (
        <span key={point.at} className="relative h-4 flex-1">
          {stepOf(index) % wide === 0 && (
            <span
              className={`absolute ${placeOf(index)} whitespace-nowrap ${stepOf(index) % narrow === 0 ? "" : "max-md:hidden"}`}
            >
              {namePoint(point, unit, zone).short}
            </span>
          )}
        </span>
      ))}
    </div>
  );
}

export interface Scale {
  /** From 0 upwards; the last is the top of the chart. */
  ticks: readonly number[];
  limit: number | null;
}

/** Under this share of a limit bars would be too low to be read beside its line. */
const lowShare = 0.15;

/** The axis of requests: up to the limit, unless bars would be too low beside it or exceed it. */
export function chooseScale(
  points: readonly UsePoint[],
  limit: number | null,
  isLimitShown: boolean,
  chooseTicks: (most: number) => number[],
): Scale {
  const most = Math.max(0, ...points.map(({ requests }) => requests));
  if (limit === null || (!isLimitShown && most < limit * lowShare)) {
    return { ticks: chooseTicks(most), limit: null };
  }
  if (most > limit) return { ticks: chooseTicks(most), limit };
  return { ticks: limit % 2 === 0 ? [0, limit / 2, limit] : [0, limit], limit };
}
