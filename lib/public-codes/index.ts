export { createPublicCode, validatePublicCode } from "./create";
export { drawPublicImage, isEncodable, readPublicImage, validatePublicImage } from "./image";
export { sweepExpiredPublicCodes, viewPublicCode } from "./view";
