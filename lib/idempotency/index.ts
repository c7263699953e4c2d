export { claimRequest, doOnce, keepAnswer, releaseRequest, sweepIdempotencyKeys } from "./idempotency";
export { clearProgress, findProgress, keepProgress } from "./progress";
