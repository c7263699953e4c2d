export { sweepPast } from "../cancel";
export { addUpTallies } from "../deliveries/count";
export { sweepFailures } from "../run/streak";
export { sweepEvents } from "./sweep-events";
export { wakeLanes } from "./wake-lanes";
