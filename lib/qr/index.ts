export { hasLightFrame, suggestColours } from "./colour";
export { drawSvg } from "./draw/svg";
export { encodeMatrix, measureSymbol } from "./encode";
export { leastSize, measureModule, measureWidth, resizeStyle, scaleStyle, symbolFor } from "./layout";
export { describeStyle, leastModulePixels, needsProof, resolveStyle } from "./style";
