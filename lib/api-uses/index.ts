export { limitRulesOf, readLimits, readRateLimit } from "./limits";
export { readToday, readUses } from "./read-uses";
export { flushUses, noteUse, sweepUses } from "./record-use";
