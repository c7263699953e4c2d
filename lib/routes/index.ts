export {
  type Chosen,
  type CompiledRoutes,
  chooseTarget,
  compileRoutes,
  explainRoutes,
  findRoute,
  isDay,
  type RouteContext,
} from "./choose";
export { formatFinalUrl } from "./final-url";
export {
  defaultRoute,
  type Route,
  routeDevices,
  type SplitEntry,
  type Utm,
  utmNames,
  variantOf,
  type Weekday,
  type When,
  weekdays,
} from "./route";
export { findUnreachable } from "./unreachable";
export { startOfDay } from "./zone-clock";
