export { signInOver, signInWithCode } from "./code";
export { sweepSessions } from "./own-sessions";
export { type KnownDevice, signInWithPassword } from "./password";
export { signInWithProvider } from "./provider";
export { endEverySignIn, endSessions, findSessionUser, type SignedIn } from "./session";
