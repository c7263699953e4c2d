"use client";

import { useGo } from "../charts/chart-parts";
import { LineChart, type LineChartProps } from "../charts/line-chart";
import { type View, viewDays, writeView } from "./view";

interface ReportLineProps extends Omit<LineChartProps, "id" | "onPick"> {
  view: View;
  /** Whether the plan shows the hours of a day. */
  hasHours: boolean;
}

/** The line of a report. A day on it narrows the report to that day. */
export function ReportLine({ view, hasHours, ...chart }: ReportLineProps) {
  const go = useGo();
  const { series, timeZone } = chart;
  const isOfDays = series.unit === "day" && series.points.length > 1;
  const showDay = (day: string) => go(writeView(viewDays(view, timeZone, { from: day, to: day })));
  return <LineChart id="line" {...chart} {...(hasHours && isOfDays && { onPick: showDay })} />;
}
