export { authenticateKey, flushKeyUses } from "./authenticate";
export { createKey, deleteKey, getKey, judgeNewKey, listKeys, rotateKey, updateKey } from "./keys";
