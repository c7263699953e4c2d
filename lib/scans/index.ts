export { findNarrowed } from "./read/find-narrowed";
export { findScans, listScans } from "./read/list";
export { findRecentScans } from "./read/recent";
export { requireCode } from "./read/require-code";
export { judgeSandboxScans, makeSandboxScans } from "./sandbox";
