export { answerVisit } from "./answer";
export type { Call } from "./call";
