export {
  claimRequest,
  clearProgress,
  doOnce,
  findProgress,
  keepAnswer,
  keepProgress,
  releaseRequest,
  sweepIdempotencyKeys,
} from "./idempotency";
