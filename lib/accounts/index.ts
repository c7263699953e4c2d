export { createAccount, describeUsage, findAccount } from "./accounts";
export {
  changePlan,
  declinePlanRequest,
  grantPlanRequest,
  listPlanRequests,
  requestPlan,
  withdrawPlanRequest,
} from "./plan-requests";
export { lockAccount, lockWholeAccount, recordAudit } from "./queries";
