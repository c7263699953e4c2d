/** What a request with a key passes on its way in, for other adapters that take keys. */
export { readJsonBody } from "../input/read-body";
export { authenticate } from "./authenticate";
export { requirePermissions } from "./require-permissions";
export { requirePlan } from "./require-plan";
