/** Raised with whatever draws an unchanged code otherwise: pictures that browsers keep are named by it. */
export const drawingRelease = 3;
