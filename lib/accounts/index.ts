export { createAccount, deleteAccount, findAccount } from "./account";
export { recordAudit } from "./audit";
export type { CodeQuota } from "./code-counters";
export { lockAccount } from "./locks";
export { changePlan, listPlanRequests, requestPlan, withdrawPlanRequest } from "./plan";
export {
  judgeQuota,
  readCodeQuota,
  releaseCodes,
  reserveAtOnce,
  reserveCodes,
} from "./quota";
export { describeUsage } from "./usage";
