export { evaluateFallback, evaluateTarget, isUsedUp, mayLeadTo, routesOf, type Verdict } from "./evaluate";
export { closeTargets, findTarget, isPathClosed, openTargets, rememberTargets } from "./find";
export type { Target } from "./queries";
