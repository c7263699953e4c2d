export { describeVisitor, openPlaces, type VisitRequest } from "./describe";
export { sweepVisitorSalts } from "./salts";
