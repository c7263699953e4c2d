export {
  type Analytics,
  analyticsQuery,
  analyticsSchema,
  type TimeRange,
  timeRanges,
} from "./figures-schema";
export {
  type CsvKind,
  csvKinds,
  detailsPlan,
  type FilterName,
  filterNames,
  partsOfReport,
  type Report,
  type ReportFilters,
  type ReportParts,
  type ReportQuery,
  reportFiltersSchema,
} from "./report-schema";
