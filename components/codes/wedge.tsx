import type { Scannability } from "@/lib/qr/schema";
import { verdictWords } from "./verdict";

const patches = Array.from({ length: 20 }, (_, index) => index);

/** A printer's step wedge of 20 patches; without a grade all are empty. */
export function Wedge({ grade }: { grade: Scannability | null }) {
  return (
    <div {...describeMeter(grade)} className="wedge">
      <Patches score={grade?.score ?? 0} />
    </div>
  );
}

/** One of several below each other, whose figures stand beside them. */
export function SmallWedge({ score }: { score: number }) {
  return (
    <div className="wedge wedge-small" aria-hidden="true">
      <Patches score={score} />
    </div>
  );
}

function Patches({ score }: { score: number }) {
  const filled = Math.round(score / 5);
  return patches.map((patch) => <i key={patch} data-filled={patch < filled ? "" : undefined} />);
}

/** A native meter can't be drawn in patches, so the role is given to them as a whole. */
function describeMeter(grade: Scannability | null) {
  return {
    role: "meter",
    "aria-label": "Scannability",
    "aria-valuemin": 0,
    "aria-valuemax": 100,
    "aria-valuenow": grade?.score ?? 0,
    "aria-valuetext":
      grade === null
        ? "Not measured yet"
        : `${grade.score} of 100, ${verdictWords[grade.verdict].words.toLowerCase()}`,
  };
}
