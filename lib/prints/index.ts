export { closePrints } from "./labels/pool";
export { measureLabels, printLabels } from "./labels/print-labels";
export { makeFiles } from "./make-files";
