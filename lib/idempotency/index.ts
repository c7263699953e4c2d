export { keepAnswer } from "./answer";
export { claimRequest } from "./claim";
export { doOnce } from "./do-once";
export { releaseRequest } from "./release";
export { sweepIdempotencyKeys } from "./sweep";
