export { createCodes, previewCodes } from "./bulk";
export { createCode, previewCode } from "./create";
export { deleteCode, deleteCodes } from "./delete";
export { judgeCodeChange, judgeNewCode } from "./draw/draft";
export { purgeSandbox } from "./purge";
export { getCode } from "./read/get";
export { renderCode } from "./read/image";
export { listCodes } from "./read/list";
export { updateCode } from "./update";
