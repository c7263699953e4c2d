export { createAccount, deleteAccount, findAccount } from "./account";
export { recordAudit } from "./audit";
export { changePlan, listPlanRequests, requestPlan } from "./plan";
export {
  type CodeQuota,
  judgeQuota,
  readCodeQuota,
  releaseCodes,
  reserveAtOnce,
  reserveCodes,
} from "./quota";
export { describeUsage } from "./usage";
