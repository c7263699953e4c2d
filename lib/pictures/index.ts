export { judgeCode, renderCode } from "./code";
export { drawForPage } from "./page-line";
export { closePictures, pictureThreads } from "./pool";
export { mediaTypes, renderPicture } from "./render";
export type { Picture } from "./schema";
export { measureStored, renderStored } from "./stored";
