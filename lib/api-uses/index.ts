export { limitRulesOf } from "./limit-rules";
export { flushUses, noteUse } from "./note-use";
export { readLimits } from "./read-limits";
export { readToday, readUses } from "./read-uses";
export { sweepUses } from "./sweep";
