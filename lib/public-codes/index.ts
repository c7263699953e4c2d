export { createPublicCode, validatePublicCode } from "./create";
export { drawPublicImage, readPublicImage, validatePublicImage } from "./image";
export { sweepExpiredPublicCodes, viewPublicCode } from "./view";
