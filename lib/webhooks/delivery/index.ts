export { clearAllFailures } from "../queries.restore";
export { describePause, releaseDeliveries, releases, warnOfPause } from "../restore-pause";
export { watchBacklog } from "./backlog";
export { claimDeliveries, claimDelivery } from "./claim";
export { deliverDue, nextDueOf } from "./deliver-due";
export { fanOut } from "./fan-out";
export {
  describeBacklog,
  filterPendingEvents,
  listNewEvents,
  listNewManualDeliveries,
  listOpenDeliveries,
  listOverdueDeliveries,
  listPendingEvents,
} from "./queries.events";
export { releaseClaims } from "./release";
export { performDelivery } from "./send";
