export { findScans, listScans } from "./read/list";
export { findRecentScans } from "./read/recent";
export { judgeSandboxScans, makeSandboxScans } from "./sandbox";
