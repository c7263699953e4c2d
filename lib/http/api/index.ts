/** The contracts that have a tool of their own for agents. */
export type { Contract } from "../contract";
export { listDomains } from "./domain-contracts";
export { recordGoal } from "./goal-contracts";
export { createPublicQrCode } from "./public-contracts";
export {
  createQrCode,
  createQrCodes,
  deleteQrCode,
  getQrCode,
  getQrCodeImage,
  listQrCodes,
  listTargets,
  resolveQrCode,
  restoreTarget,
  updateQrCode,
} from "./qr-code-contracts";
export { getAnalytics, listScans } from "./scan-contracts";
export { deleteTag, listTags, renameTag } from "./tag-contracts";
