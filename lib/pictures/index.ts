export { judgeCode, renderCode } from "./code";
export { closePictures } from "./pool";
export { renderPicture } from "./render";
export type { Picture } from "./schema";
