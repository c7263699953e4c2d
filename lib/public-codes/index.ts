export { createPublicCode } from "./create";
export { judgePublicCode } from "./judge";
export { sweepExpiredPublicCodes } from "./sweep";
export { viewPublicCode } from "./view";
