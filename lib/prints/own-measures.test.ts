import { describe, expect, it } from "vitest";
import { sheetCatalogue } from "./geometry";
import { type OwnMeasures, sheetOfMeasures, validateMeasures } from "./own-measures";

const l7160: OwnMeasures = {
  paper: "A4",
  paperWidth: 0,
  paperHeight: 0,
  columns: 3,
  rows: 7,
  labelWidth: 63.5,
  labelHeight: 38.1,
  marginLeft: 7.21,
  marginTop: 15.15,
  gapX: 2.54,
  gapY: 0,
};

describe("custom sheet sizes", () => {
  it("give the same sheet as the catalogue's", () => {
    expect(validateMeasures(l7160)).toEqual([]);
    expect(sheetOfMeasures(l7160)).toEqual(sheetCatalogue.L7160);
  });

  it("may fill the paper to the edge but no further", () => {
    const full = { ...l7160, columns: 2, labelWidth: 105, marginLeft: 0, gapX: 0 };
    expect(validateMeasures(full)).toEqual([]);
    expect(validateMeasures({ ...full, labelWidth: 105.01 })).toEqual([
      {
        field: "labelWidth",
        message: "2 labels across need 210.02 mm. The paper is 210 mm wide.",
      },
    ]);
    expect(validateMeasures({ ...l7160, rows: 8 })).toEqual([
      {
        field: "labelHeight",
        message: "8 labels down need 319.95 mm. The paper is 297 mm high.",
      },
    ]);
  });

  it.each([
    [{ columns: 0 }, "columns", "A whole number, 1 to 20."],
    [{ columns: 2.5 }, "columns", "A whole number, 1 to 20."],
    [{ rows: Number.NaN }, "rows", "A whole number, 1 to 50."],
    [{ labelWidth: 8.9 }, "labelWidth", "9 to 450 mm."],
    [{ labelHeight: Number.POSITIVE_INFINITY }, "labelHeight", "9 to 450 mm."],
    [{ marginLeft: -1 }, "marginLeft", "0 to 300 mm."],
    [{ gapY: 101 }, "gapY", "0 to 100 mm."],
    [{ paper: "own", paperWidth: 451, paperHeight: 297 }, "paperWidth", "20 to 450 mm."],
  ] satisfies [Partial<OwnMeasures>, string, string][])(
    "with %j are refused at %s",
    (change, field, message) => {
      expect(validateMeasures({ ...l7160, ...change })).toEqual([{ field, message }]);
    },
  );
});
