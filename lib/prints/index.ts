export { makeFiles } from "./files/make-files";
export { closePrints } from "./labels/pool";
export { measureLabels, printLabels } from "./labels/print-labels";
