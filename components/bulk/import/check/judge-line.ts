import type { Row } from "../row";
import type { RowFault } from "./fault-words";
import { type Fix, findFix } from "./fixes";
import { judgeRow } from "./judge-row";

/** A fault with what mends it. */
export interface ShownFault extends RowFault {
  fix: Fix | null;
}

/** What is wrong with a row and how each of it can be mended. Loaded when it is first needed: schemas and encoders are heavy. */
export function judgeLine(row: Row): ShownFault[] {
  return judgeRow(row).map((fault) => ({ ...fault, fix: findFix(row, fault) }));
}

export { presentServerFaults } from "./judge-row";
