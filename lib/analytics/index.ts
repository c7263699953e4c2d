export { readAnalytics } from "./read-analytics";
export { readReport } from "./read-report";
