"use client";

import { type CSSProperties, type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import { countOf } from "../ui/counts";
import { ChartTable, ShowTable } from "./chart-parts";

const firstPlace: Place = { day: 0, hour: 0 };

const isTurned = () => matchMedia("(max-width: 47.99rem)").matches;

const moves: Record<string, { down: number; across: number }> = {
  ArrowUp: { down: -1, across: 0 },
  ArrowDown: { down: 1, across: 0 },
  ArrowLeft: { down: 0, across: -1 },
  ArrowRight: { down: 0, across: 1 },
};

interface HeatMapProps {
  id: string;
  title: string;
  /** Monday to Sunday, each by its 24 hours. */
  week: readonly (readonly number[])[];
  emptyNote: string;
}

export function HeatMap({ id, title, week, emptyNote }: HeatMapProps) {
  const [isTable, setTable] = useState(false);
  const isEmpty = week.flat().every((count) => count === 0);
  const rows = Array.from({ length: 24 }, (_, hour) => [
    formatHour(hour),
    ...week.map((hours) => hours[hour] ?? 0),
  ]);
  return (
    <section aria-labelledby={`${id}-heading`}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-5 gap-y-1">
        <h2 id={`${id}-heading`} className="mr-auto text-heading">
          {title}
        </h2>
        <Scale />
        <ShowTable isTable={isTable} onChange={setTable} />
      </div>
      <div className="heat-box mt-3" data-table={isTable ? "" : undefined}>
        <ChartTable
          caption={title}
          columns={["Hour", ...dayNames.map((day) => day.slice(0, 3))]}
          rows={rows}
          isShown={isTable}
        />
        {!isTable && <HeatGrid title={title} week={week} />}
      </div>
      <p className="mt-3 text-small text-ink-3">{isEmpty ? emptyNote : describeWeek(week)}</p>
    </section>
  );
}

function Scale() {
  return (
    <span className="inline-flex items-center gap-2 text-small text-ink-3 max-md:order-last max-md:w-full">
      Fewer
      <span className="flex gap-0.5 [forced-color-adjust:none]" aria-hidden>
        {[0, 1, 2, 3, 4, 5].map((step) => (
          <span key={step} className="heat-cell size-3" data-step={step} />
        ))}
      </span>
      More
    </span>
  );
}

interface Place {
  day: number;
  hour: number;
}

/** Where a key leads; undefined for one that leads nowhere. */
function movePlace({ day, hour }: Place, key: string): Place | undefined {
  if (key === "Home") return { day, hour: 0 };
  if (key === "End") return { day, hour: 23 };
  const move = moves[key];
  if (move === undefined) return undefined;
  const [days, hours] = isTurned() ? [move.across, move.down] : [move.down, move.across];
  return { day: limit(day + days, 6), hour: limit(hour + hours, 23) };
}

const limit = (value: number, last: number): number => Math.min(last, Math.max(0, value));

/** 168 cells as one tab stop, walked by arrows. Screen readers read the table behind it and the focused cell. */
function HeatGrid({ title, week }: { title: string; week: readonly (readonly number[])[] }) {
  const [place, setPlace] = useState<Place | null>(null);
  const most = Math.max(0, ...week.flat());
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.key === "Escape" ? null : movePlace(place ?? firstPlace, event.key);
    if (next === undefined) return;
    event.preventDefault();
    setPlace(next);
  };
  const onPointer = (event: PointerEvent) => {
    const { day, hour } = (event.target as HTMLElement).dataset;
    if (day !== undefined) setPlace({ day: Number(day), hour: Number(hour) });
  };
  const onFocus = (event: FocusEvent) => {
    if (event.target.matches(":focus-visible")) setPlace((now) => now ?? firstPlace);
  };
  return (
    <div
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows walk its cells.
      tabIndex={0}
      aria-label={`${title}, arrows move from hour to hour`}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => setPlace(null)}
      onPointerOver={onPointer}
      onPointerDown={onPointer}
      onPointerLeave={() => setPlace(null)}
      className="heat"
    >
      <HourNames />
      {week.map((hours, day) => (
        <DayCells key={dayNames[day]} day={day} hours={hours} most={most} active={place} />
      ))}
      <div role="status" className="contents">
        {place !== null && <CellNote place={place} count={week[place.day]?.[place.hour] ?? 0} />}
      </div>
    </div>
  );
}

interface DayCellsProps {
  day: number;
  hours: readonly number[];
  most: number;
  active: Place | null;
}

function DayCells({ day, hours, most, active }: DayCellsProps) {
  return (
    <>
      <span className="heat-day" style={at({ day })} aria-hidden>
        {dayNames[day]?.slice(0, 3)}
      </span>
      {hours.map((count, hour) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
          key={hour}
          data-day={day}
          data-hour={hour}
          data-step={stepOf(count, most)}
          data-active={active?.day === day && active.hour === hour ? "" : undefined}
          className="heat-cell"
          style={at({ day, hour })}
          aria-hidden
        />
      ))}
    </>
  );
}

function HourNames() {
  return [0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
    <span key={hour} className="heat-hour" style={at({ hour })} aria-hidden>
      {String(hour).padStart(2, "0")}
    </span>
  ));
}

function CellNote({ place, count }: { place: Place; count: number }) {
  const { day, hour } = place;
  const room = { "data-late": hour >= 12 ? "" : undefined, "data-low": day >= 4 ? "" : undefined };
  return (
    <span className="heat-note" {...room} style={at(place)}>
      <span className="text-ink-3">
        {dayNames[day]} {formatHour(hour)}
      </span>
      <span className="font-medium">{countOf(count, "scan")}</span>
    </span>
  );
}

function at({ day, hour }: Partial<Place>): CSSProperties {
  return { "--day": day, "--hour": hour } as CSSProperties;
}

/** Nearly none: less than this share of the most. */
const nearlyNone = 0.02;
const steps = 5;

/** Which of the colours h0 to h5 a count has: `h0` for nearly none, then five equal steps up to the most. */
export function stepOf(count: number, most: number): number {
  if (most === 0 || count < most * nearlyNone || count === 0) return 0;
  return Math.min(steps, Math.ceil((count / most) * steps));
}

const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** `06:00`. */
const formatHour = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

export function describeWeek(week: readonly (readonly number[])[]): string {
  const cells = week.flatMap((hours, day) => hours.map((count, hour) => ({ day, hour, count })));
  const peak = cells.reduce((best, cell) => (cell.count > best.count ? cell : best), {
    day: 0,
    hour: 0,
    count: 0,
  });
  const busiest = `Busiest on ${dayNames[peak.day]}s at ${formatHour(peak.hour)}.`;
  const isLoud = (hour: number) => week.some((hours) => stepOf(hours[hour] ?? 0, peak.count) > 0);
  const first = Array.from({ length: 24 }, (_, hour) => hour).find(isLoud) ?? 0;
  return first < 3 ? busiest : `${busiest} Few scans before ${formatHour(first)}.`;
}
