export { findFilteredScans, findRecentScans, findScans, listScans, requireCode } from "./list";
export { deleteOldSalts } from "./queries.store";
export { judgeSandboxScans, makeSandboxScans } from "./sandbox";
export { sweepScanBatches } from "./store";
