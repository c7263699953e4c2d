"use client";

import { useState } from "react";
import { ChartTable } from "./chart-table";
import { HeatGrid } from "./heat/grid";
import { dayNames, describeWeek, sayHour } from "./heat/steps";
import { ShowTable } from "./show-table";

interface HeatMapProps {
  /** Unique on the page. */
  id: string;
  title: string;
  /** Monday to Sunday, each by its 24 hours. */
  week: readonly (readonly number[])[];
  emptyNote: string;
}

/** When it is scanned: hours by weekdays, the peak in a sentence, and the table behind. */
export function HeatMap({ id, title, week, emptyNote }: HeatMapProps) {
  const [isTable, setTable] = useState(false);
  const isEmpty = week.flat().every((count) => count === 0);
  const rows = Array.from({ length: 24 }, (_, hour) => [
    sayHour(hour),
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

/** The colours in order; the words beside them carry the meaning. */
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
