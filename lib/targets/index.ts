export { closeTargets, findTarget, openTargets } from "./find";
export { isUsedUp, judgeFallback, judgeTarget, type Verdict } from "./judge";
export type { Target } from "./target";
