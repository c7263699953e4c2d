export { authenticateKey } from "./authenticate";
export { deleteKey, getKey, listKeys, updateKey } from "./change";
export { createKey, judgeNewKey, rotateKey } from "./issue";
export { flushKeyUses } from "./uses";
