export { presentProblem } from "./problem";
