export { authenticateKey } from "./authenticate";
export { deleteKey, getKey, listKeys, updateKey } from "./change";
export { createKey, rotateKey } from "./issue";
export { judgeNewKey } from "./judge";
export { flushKeyUses } from "./uses";
