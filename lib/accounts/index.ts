export { createAccount, deleteAccount, findAccount } from "./account";
export { recordAudit } from "./audit";
export { changePlan, listPlanRequests, requestPlan } from "./plan";
export { describeUsage } from "./usage";
