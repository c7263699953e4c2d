export { readLogo as checkLogo } from "./logo-header";
export { closePictures } from "./pool";
export { renderPicture } from "./render";
export type { Picture } from "./schema";
