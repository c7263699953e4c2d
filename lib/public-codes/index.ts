export { createPublicCode, judgePublicCode } from "./create";
export { sweepExpiredPublicCodes, viewPublicCode } from "./view";
