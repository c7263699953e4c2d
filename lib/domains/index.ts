export { addDomain, changeDomain, deleteDomain } from "./domains";
export {
  countFailingDomains,
  getConsoleDomain,
  getDomain,
  listConsoleDomains,
  listDomains,
  listUsableHosts,
} from "./read";
export { verifyDomain } from "./verify";
