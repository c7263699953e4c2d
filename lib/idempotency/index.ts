export { keepAnswer } from "./answer";
export { claimRequest } from "./claim";
export { doOnce } from "./do-once";
export { findProgress, forgetProgress, keepProgress } from "./progress";
export { releaseRequest } from "./release";
export { sweepIdempotencyKeys } from "./sweep";
