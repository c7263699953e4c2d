/** What the browser and the server must agree on about a sheet. */
export {
  type Beside,
  type Box,
  besides,
  countLabels,
  countSheets,
  evaluateModule,
  type LabelLayout,
  layOutLabel,
  leastCodeMm,
  measureLargestCode,
  moduleLimits,
  mostLabels,
  placeLabel,
  type Sheet,
  type SheetName,
  sheetCatalogue,
  sheetNames,
} from "./geometry";
export {
  type MeasureField,
  measureBounds,
  type OwnMeasures,
  sheetOfMeasures,
  validateMeasures,
} from "./own-measures";
