export { describeVisitor, openPlaces, type VisitRequest } from "./visitor/describe";
export { sweepVisitorSalts } from "./visitor/salts";
