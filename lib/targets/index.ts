export { closeTargets, findTarget, openTargets, rememberTargets } from "./find";
export { isUsedUp, judgeFallback, judgeTarget, type Verdict } from "./judge";
export type { Target } from "./queries";
