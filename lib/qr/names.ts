/** The closed sets of lib/qr, apart from the schemas, so that drawing in the browser does not load a validator. */

/** Error correction levels of ISO/IEC 18004, weakest first: they restore about 7, 15, 25 and 30 % of the codewords. */
export const errorCorrectionLevels = ["L", "M", "Q", "H"] as const;
export type ErrorCorrectionLevel = (typeof errorCorrectionLevels)[number];

export const moduleShapes = ["square", "rounded", "dots"] as const;
export const eyeShapes = ["square", "rounded", "circle"] as const;
export const frameStyles = ["square", "rounded", "circle", "dashed"] as const;
export type ModuleShape = (typeof moduleShapes)[number];
export type EyeShape = (typeof eyeShapes)[number];
export type FrameStyle = (typeof frameStyles)[number];

export const distortions = ["blur", "smallPrint", "lowContrast", "rotation", "noise"] as const;
export type Distortion = (typeof distortions)[number];
