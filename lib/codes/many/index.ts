export { findMatching } from "../read/list";
export { requireMany } from "./change-each";
export { changeStyles } from "./change-styles";
export { changeTargets } from "./change-targets";
export { changeTimes, takeTimesBack } from "./change-times";
export { describeSelected } from "./describe";
export { replaceLook } from "./replace-look";
export { readSamples } from "./samples";
