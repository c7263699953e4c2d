export { listMapFiles } from "./archive";
export { writeMapFolder } from "./folder";
