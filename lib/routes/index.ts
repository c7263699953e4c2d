export {
  type Chosen,
  type CompiledRoutes,
  chooseTarget,
  compileRoutes,
  explainRoutes,
  findRoute,
  type RouteContext,
} from "./choose";
export { formatFinalUrl } from "./final-url";
export {
  defaultRoute,
  isDay,
  type Route,
  routeDevices,
  type SplitEntry,
  type Utm,
  utmNames,
  variantOf,
  type Weekday,
  type When,
  weekdays,
} from "./schema";
export { startOfDay } from "./zone-clock";
