export { measureLabels, printLabels } from "./labels/print-labels";
export { makeFiles } from "./make-files";
