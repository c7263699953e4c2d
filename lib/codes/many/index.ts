export { findMatching } from "../read/list";
export { changeStyles } from "./change-styles";
export { changeTargets } from "./change-targets";
export { changeTimes, takeTimesBack } from "./change-times";
export { describeSelected } from "./describe";
export { readSamples } from "./samples";
