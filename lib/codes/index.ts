export { checkLook, validateCodeChange } from "./change";
export { copyCode } from "./copy";
export { createCode, previewCode } from "./create";
export { deleteCode, deleteCodes } from "./delete";
export { gradeCode } from "./grade";
export { renderCode } from "./image";
export { findCode, getCode, listCodes, listCodesBehind } from "./read";
export { updateAnsweredCode, updateCode } from "./update";
