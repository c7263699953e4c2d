export { signInOver, signInWithCode } from "./code";
export { sweepSessions } from "./own-sessions";
export { signInWithPassword } from "./password";
export { signInWithProvider } from "./provider";
export { endEverySignIn, endSessions, findSessionUser } from "./session";
