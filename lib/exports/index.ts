export { checkExport, exportAccount } from "./export-account";
export { findProgress } from "./exporter";
