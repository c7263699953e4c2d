export { addDomain, changeDomain, deleteDomain } from "./domains";
export { nameHost } from "./host";
export {
  countFailingDomains,
  findDomainFault,
  getConsoleDomain,
  getDomain,
  listConsoleDomains,
  listDomains,
  listUsableHosts,
} from "./read";
export { verifyDomain } from "./verify";
