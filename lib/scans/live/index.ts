export { endLiveScans, followScans } from "./hub";
