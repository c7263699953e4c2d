export { readClient, requireSameOrigin } from "./client";
export { signInProviders } from "./providers";
export { callerOf, findSession, requireDashboardCaller, requireSession, watchSession } from "./session";
export { signOut } from "./sign-out";
