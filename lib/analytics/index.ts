export { exportCsv } from "./export/export-csv";
export { readAnalytics } from "./read-analytics";
export { readReport } from "./report/read-report";
export { countWeek, countWeekOf } from "./sparks/count-week";
export { readSparks } from "./sparks/read-sparks";
export { isZone, judgeAnalyticsQuery } from "./zones/require-zone";
