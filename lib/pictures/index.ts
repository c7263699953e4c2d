export { renderCode, validateCode } from "./code";
export { closePictures, pictureThreads } from "./pool";
export { measureStored, mediaTypes, renderPicture, renderStored } from "./render";
export { renderForPage } from "./render-queue";
export type { Picture } from "./schema";
