export { renderCode, validateCode } from "./code";
export { closePictures, pictureThreads, renderForPage, untilReached } from "./pool";
export { measureStored, mediaTypes, renderPicture, renderStored } from "./render";
export type { Picture } from "./schema";
