import { Check, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Distortion, Scannability } from "@/lib/qr/schema";

/** The verdicts of the grade in words; never colour alone. */
export const verdictLabels: Record<Scannability["verdict"], { words: string; tone: "ok" | "warn" | "stop" }> =
  {
    scans_anywhere: { words: "Scans anywhere", tone: "ok" },
    scans_well: { words: "Scans well", tone: "ok" },
    scans_with_care: { words: "Scans, with care", tone: "warn" },
    do_not_print: { words: "Don't print this", tone: "stop" },
  };

export const distortionLabels: Record<Distortion, string> = {
  blur: "Blur",
  smallPrint: "Small print",
  lowContrast: "Low contrast",
  rotation: "Rotation",
  noise: "Noise",
};

const patches = Array.from({ length: 20 }, (_, index) => index);

const tones = {
  ok: { Icon: Check, colour: "text-ok" },
  warn: { Icon: TriangleAlert, colour: "text-warn" },
  stop: { Icon: CircleX, colour: "text-stop" },
};

interface ScoreProps {
  /** The last grade; null before the first. */
  grade: Scannability | null;
  isStale: boolean;
  children: ReactNode;
}

/** The reading, the verdict in words and the wedge. While a newer grade is made the last stays, its figure and wedge at 60 %. */
export function Score({ grade, isStale, children }: ScoreProps) {
  return (
    <div>
      <div data-stale={isStale}>
        <div className="flex items-end justify-between gap-4 pb-2">
          <p>
            <span className={isStale ? "text-reading opacity-60" : "text-reading"}>
              {grade?.score ?? "–"}
            </span>
            <span className="ml-2 text-body text-ink-3">of 100</span>
          </p>
          {grade === null ? (
            <p className="pb-1 text-body text-ink-3">Reading it back</p>
          ) : (
            <Verdict verdict={grade.verdict} />
          )}
        </div>
        <div className={isStale ? "opacity-60" : ""}>
          <Wedge grade={grade} />
        </div>
      </div>
      {children}
    </div>
  );
}

function Verdict({ verdict }: Pick<Scannability, "verdict">) {
  const { words, tone } = verdictLabels[verdict];
  const { Icon, colour } = tones[tone];
  return (
    <p className={`flex items-center gap-1.5 pb-1 text-body font-medium ${colour}`}>
      <Icon size={16} strokeWidth={1.6} aria-hidden />
      {words}
    </p>
  );
}

/** A printer's step wedge of 20 patches; without a grade all are empty. */
function Wedge({ grade }: { grade: Scannability | null }) {
  return (
    <div {...describeMeter(grade)} className="wedge">
      <Patches score={grade?.score ?? 0} />
    </div>
  );
}

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
        : `${grade.score} of 100, ${verdictLabels[grade.verdict].words.toLowerCase()}`,
  };
}
