import type { Visitor } from "@/lib/scans/visit";
import { newVisit, type openRecorders, type ScannedCode } from "./visits";

const oslo = { country: "NO", city: "Oslo", device: "Mobile", os: "iOS", browser: "Mobile Safari" } as const;

/** Who scanned, where and with what; an iPhone in Oslo unless told. */
export type Placed = Partial<Pick<Visitor, "country" | "city" | "device" | "os" | "browser">>;

/** Scans of a code as they come, one for each that is told. */
export async function scanFrom(
  recorder: ReturnType<ReturnType<typeof openRecorders>["newRecorder"]>,
  code: ScannedCode,
  places: readonly Placed[],
): Promise<void> {
  for (const [index, place] of places.entries()) {
    const visit = newVisit(code);
    await recorder.record({
      ...visit,
      visitor: { ...visit.visitor, visitor: String(index), ...oslo, ...place },
    });
  }
}
