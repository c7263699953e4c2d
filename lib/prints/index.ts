export { makeFiles } from "./files/make-files";
export { measureLabels } from "./labels/measure-labels";
export { closePrints } from "./labels/pool";
export { printLabels } from "./labels/print-labels";
