export { listReports } from "./list";
export { reportCode } from "./report";
export { settleReports } from "./settle";
export { sweepReports } from "./sweep";
