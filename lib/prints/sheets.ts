/** What the browser and the server must agree on about a sheet. */
export {
  type Beside,
  type Box,
  besides,
  countLabels,
  countSheets,
  judgeModule,
  type LabelLayout,
  layOutLabel,
  leastCodeMm,
  type Measure,
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
  judgeMeasures,
  type MeasureFault,
  type MeasureField,
  measureBounds,
  type OwnMeasures,
  sheetOfMeasures,
} from "./own-measures";
