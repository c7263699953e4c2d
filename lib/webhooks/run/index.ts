export { describeHold, forgetStreaks, releaseHold, releases, warnOfHold } from "../hold";
export { describeBacklog, watchBacklog } from "./backlog";
export { claimDeliveries } from "./claim";
export { claimDelivery } from "./claim-one";
export { fanOut } from "./fan-out";
export {
  listNewByHand,
  listNewEvents,
  listOpenDeliveries,
  listOverdueDeliveries,
  listWaitingEvents,
} from "./list-waiting";
export { performDelivery } from "./perform";
export { releaseClaims } from "./release";
