export { listReports } from "./list";
export { reportCode } from "./report";
export { sweepReports } from "./sweep";
