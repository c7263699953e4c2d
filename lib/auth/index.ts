export { readClient, readOrigin, requireSameOrigin } from "./client";
export { keepDevice } from "./devices";
export { findHalf } from "./half";
export { openSession } from "./open-session";
export { signInProviders } from "./providers";
export {
  callerOf,
  findSession,
  requireDashboardCaller,
  requireOperator,
  requireSession,
  watchSession,
} from "./session";
export { signOut } from "./sign-out";
