export { keepAnswer } from "./answer";
export { claimRequest } from "./claim";
export { releaseRequest } from "./release";
export { sweepIdempotencyKeys } from "./sweep";
