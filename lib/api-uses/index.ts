export { limitRulesOf, readLimits } from "./limits";
export { readToday, readUses } from "./read-uses";
export { flushUses, noteUse, sweepUses } from "./record-use";
