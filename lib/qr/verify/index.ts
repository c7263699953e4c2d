/**
 * Reads finished pictures back with a decoder that is not our encoder, and grades how well they scan.
 *
 * In Node: `await prepareReader({ wasmBinary })` with the bytes of `zxing-wasm/dist/reader/zxing_reader.wasm`.
 * In a page or a worker: `await prepareReader({ wasmUrl: "/zxing_reader.wasm" })`, served from our own origin
 * (the page's policy needs `'wasm-unsafe-eval'`). Then, anywhere:
 *
 *     const raster = drawRaster(matrix, style);
 *     if (!(await provesPayload(raster, payload))) …            // what a phone could not read
 *     const grade = await gradeRaster(raster, payload, style);  // with `style` the grade names the setting to change
 *     const seen = distort(toGrey(raster), "blur", showcaseSteps.blur); // what the test looks like, one byte a pixel
 */
export { distort, ladderSteps, showcaseSteps } from "./distort";
export { gradeRaster } from "./grade";
export { type Grey, resizeGrey, toGrey } from "./grey";
export { warnOfLogo } from "./hidden-marks";
export { decodeRaster, provesPayload } from "./proof";
export { prepareReader } from "./reader";
