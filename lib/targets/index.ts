export { closeTargets, findTarget, openTargets } from "./find";
export { judgeFallback, judgeTarget, type Verdict } from "./judge";
export type { Target } from "./target";
export { isUsedUp } from "./used-up";
