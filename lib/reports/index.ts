export { listReports } from "./list";
export { reportCode } from "./report";
