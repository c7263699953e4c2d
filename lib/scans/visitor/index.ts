export {
  describeOrigin,
  describeVisitor,
  type Origin,
  openPlaces,
  type VisitRequest,
} from "./describe";
export { sweepVisitorSalts } from "./salts";
