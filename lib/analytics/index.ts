export { exportCsv } from "./export";
export { readAnalytics, readRouteFigures } from "./read-analytics";
export { readReport } from "./report";
export { countWeek, countWeekOf, readSparklines } from "./sparklines";
export { isZone, validateAnalyticsQuery } from "./time-zone";
