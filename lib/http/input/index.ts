export { readJsonBody } from "./read-body";
