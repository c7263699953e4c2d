export type { Counts, DayCounts, Dimension, Interval, Scope } from "./counts";
export { eraseAccount, eraseForgotten, eraseSoon } from "./erase/erase-forgotten";
export { forgetAccount, forgetCodes } from "./forget";
export { markDirty } from "./mark-dirty";
export { countScans } from "./read/count-scans";
export { readCounts } from "./read/read-counts";
export { purgeScans } from "./retention/purge-scans";
export { rebuildDays } from "./roll/rebuild-days";
export { rollScans } from "./roll/roll-scans";
