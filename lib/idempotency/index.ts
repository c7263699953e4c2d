export { claimRequest, doOnce, keepAnswer, releaseRequest, sweepIdempotencyKeys } from "./idempotency";
export { findProgress, forgetProgress, keepProgress } from "./progress";
