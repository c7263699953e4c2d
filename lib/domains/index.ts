export { addDomain, changeDomain, deleteDomain } from "./domains";
export { getConsoleDomain, getDomain, listConsoleDomains, listDomains, listUsableHosts } from "./read";
export { verifyDomain } from "./verify";
