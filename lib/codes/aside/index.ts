export { bringCodesBack } from "./bring-back";
export { deleteSetAside } from "./delete-due";
export { setCodesAside } from "./set-aside";
