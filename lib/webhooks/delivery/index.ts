export { clearAllFailures } from "../queries.restore";
export { describePause, releaseDeliveries, releases, warnOfPause } from "../restore-pause";
export { watchBacklog } from "./backlog";
export { claimDeliveries, deliverDue, nextDueOf } from "./claim";
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
export { releaseClaims } from "./record-result";
export { performDelivery } from "./send";
