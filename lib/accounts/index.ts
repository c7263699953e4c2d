export { createAccount, describeUsage, findAccount, recordAudit } from "./accounts";
export {
  changePlan,
  declinePlanRequest,
  grantPlanRequest,
  listPlanRequests,
  requestPlan,
  withdrawPlanRequest,
} from "./plan-requests";
export { lockAccount, lockWholeAccount } from "./queries";
