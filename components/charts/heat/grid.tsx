"use client";

import { type CSSProperties, type FocusEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import { countOf } from "../../ui/counts";
import { dayNames, sayHour, stepOf } from "./steps";

interface Place {
  day: number;
  hour: number;
}

const firstPlace: Place = { day: 0, hour: 0 };

interface HeatGridProps {
  title: string;
  week: readonly (readonly number[])[];
}

/** Days down and hours across; on phones the other way round, so arrows are turned there as well. */
const isTurned = () => matchMedia("(max-width: 47.99rem)").matches;

const moves: Record<string, { down: number; across: number }> = {
  ArrowUp: { down: -1, across: 0 },
  ArrowDown: { down: 1, across: 0 },
  ArrowLeft: { down: 0, across: -1 },
  ArrowRight: { down: 0, across: 1 },
};

/** Where a key leads; undefined for one that leads nowhere. */
function movePlace({ day, hour }: Place, key: string): Place | undefined {
  if (key === "Home") return { day, hour: 0 };
  if (key === "End") return { day, hour: 23 };
  const move = moves[key];
  if (move === undefined) return undefined;
  const [days, hours] = isTurned() ? [move.across, move.down] : [move.down, move.across];
  return { day: limit(day + days, 6), hour: limit(hour + hours, 23) };
}

function limit(value: number, last: number): number {
  return Math.min(last, Math.max(0, value));
}

/**
 * 168 cells as one stop of the keyboard: arrows walk them, and what a cell says stands beside it. The table behind the map
 * is what a reader reads; here it hears of the cell that one has come to.
 */
export function HeatGrid({ title, week }: HeatGridProps) {
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

/** Every third hour by its name. */
function HourNames() {
  return [0, 3, 6, 9, 12, 15, 18, 21].map((hour) => (
    <span key={hour} className="heat-hour" style={at({ hour })} aria-hidden>
      {String(hour).padStart(2, "0")}
    </span>
  ));
}

/** What a cell says, on the side of it that has more room. */
function CellNote({ place, count }: { place: Place; count: number }) {
  const { day, hour } = place;
  const room = { "data-late": hour >= 12 ? "" : undefined, "data-low": day >= 4 ? "" : undefined };
  return (
    <span className="heat-note" {...room} style={at(place)}>
      <span className="text-ink-3">
        {dayNames[day]} {sayHour(hour)}
      </span>
      <span className="font-medium">{countOf(count, "scan")}</span>
    </span>
  );
}

/** Where in the week something stands; the style sheet turns it into a place of the grid. */
function at({ day, hour }: Partial<Place>): CSSProperties {
  return { "--day": day, "--hour": hour } as CSSProperties;
}
