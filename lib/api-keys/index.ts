export { authenticateKey, flushKeyUses } from "./authenticate";
export { createKey, deleteKey, getKey, listKeys, rotateKey, updateKey, validateNewKey } from "./keys";
