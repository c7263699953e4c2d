export {
  findFilteredScans,
  findRecentScans,
  findScans,
  findScansAfter,
  findStampOfNow,
  listScans,
  requireScope,
} from "./list";
export { deleteOldSalts } from "./queries.store";
export { createSandboxScans, validateSandboxScans } from "./sandbox";
export { sweepScanBatches } from "./store";
