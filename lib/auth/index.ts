export { readClient, readOrigin, requireSameOrigin } from "./client";
export { keepDevice } from "./devices";
export { findPendingSignIn } from "./pending-sign-in";
export { signInProviders } from "./providers";
export {
  callerOf,
  findSession,
  openSession,
  requireDashboardCaller,
  requireOperator,
  requireSession,
  watchSession,
} from "./session";
export { signOut } from "./sign-out";
