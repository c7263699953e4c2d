export { createAccount, deleteAccount, findAccount } from "./account";
export { recordAudit } from "./audit";
export type { CodeQuota } from "./code-counters";
export { lockAccount } from "./locks";
export { listPlanRequests, requestPlan, withdrawPlanRequest } from "./plan";
export { changePlan, declinePlanRequest, grantPlanRequest } from "./plan-answers";
export {
  judgeQuota,
  readCodeQuota,
  releaseCodes,
  reserveAtOnce,
  reserveCodes,
} from "./quota";
export { describeUsage } from "./usage";
