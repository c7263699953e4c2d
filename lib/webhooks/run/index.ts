export { describeHold, forgetStreaks, releaseHold, releases, warnOfHold } from "../hold";
export { describeBacklog, watchBacklog } from "./backlog";
export { claimDeliveries } from "./claim";
export { claimDelivery } from "./claim-one";
export { deliverOf, nextDueOf } from "./deliver-of";
export { fanOut } from "./fan-out";
export {
  listNewByHand,
  listNewEvents,
  listOpenDeliveries,
  listOverdueDeliveries,
  listWaitingEvents,
  listWaitingOf,
} from "./list-waiting";
export { releaseClaims } from "./release";
export { performDelivery } from "./send";
