/** The contracts that have a tool of their own for agents. */
export type { Contract } from "../contract";
export { listDomains } from "./domain-contracts";
export { createPublicQrCode } from "./public-contracts";
export {
  createQrCode,
  createQrCodes,
  deleteQrCode,
  getQrCode,
  listQrCodes,
  updateQrCode,
} from "./qr-code-contracts";
export { getAnalytics, listScans } from "./scan-contracts";
