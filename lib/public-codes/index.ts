export { createPublicCode, validatePublicCode } from "./create";
export { drawAdHocImage, isEncodable, readAdHocImage, validateAdHocImage } from "./image";
export { sweepExpiredPublicCodes, viewPublicCode } from "./view";
