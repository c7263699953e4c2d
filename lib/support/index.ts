export { markSupportAnswered } from "./answer";
export { askSupport } from "./ask";
export { listOwnSupportRequests, listSupportRequests } from "./list";
export { sweepSupport } from "./mail-waiting";
