import { writeCodes } from "./codes";
import { writeScans } from "./scans";
import { writeTables } from "./tables";

/** A program of the documentation in three languages, without anything to install. */
export interface Program {
  /** Its name without the ending. */
  file: string;
  javascript: string;
  python: string;
  go: string;
}

/** The longer programs of the quick start with a key: each reads the key from `API_KEY`. A test runs them. */
export function listPrograms(baseUrl: string): Record<"scans" | "codes" | "tables", Program> {
  const address = `${baseUrl}/api/v1/qr-codes`;
  return {
    scans: { file: "scans", ...writeScans(`${baseUrl}/api/v1/scans`) },
    codes: { file: "codes", ...writeCodes(address) },
    tables: { file: "tables", ...writeTables(`${address}/bulk`) },
  };
}
