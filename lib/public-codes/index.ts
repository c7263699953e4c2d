export { createPublicCode, validatePublicCode } from "./create";
export { sweepExpiredPublicCodes, viewPublicCode } from "./view";
