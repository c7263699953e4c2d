export { judgeCodeChange, judgeNewCode } from "./draw/draft";
