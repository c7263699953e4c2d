export { checkLook, validateCodeChange } from "./change";
export { copyCode } from "./copy";
export { createCode, previewCode } from "./create";
export { deleteCode, deleteCodes } from "./delete";
export { gradeCode, renderCode } from "./image";
export { findCode, getCode, listCodes, listCodesBehind } from "./read";
export { updateAnsweredCode, updateCode } from "./update";
