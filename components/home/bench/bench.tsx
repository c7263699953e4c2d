import type { Scannability, Settings } from "@/lib/qr/schema";
import { CropMarks, QrSheet } from "../../codes/qr-sheet";
import { Ruler } from "../../codes/ruler";
import { Score, verdictWords } from "../../codes/score";
import type { Built } from "../../qr-builder/draft/build-code";
import { Advice } from "../../qr-builder/grade/advice";
import { judge } from "../../qr-builder/grade/grade";
import type { Graded } from "../../qr-builder/grade/use-grade";
import { Files } from "./files";

export interface BenchProps {
  /** The last code that could be drawn. */
  built: Built;
  /** It is not what is entered now. */
  isBehind: boolean;
  graded: Graded;
  origin: string;
  applyFix: (fix: Settings) => void;
  /** Shows what is wrong and goes there. */
  showFaults: () => void;
}

/** Where the sheet lies: ruler, marks, code, reading, and the files. On phones the files stick to the bottom. */
export function Bench({ built, isBehind, graded, origin, applyFix, showFaults }: BenchProps) {
  const { grade, isStale, failure } = graded;
  const isRefused = grade !== null && !isStale && !grade.isProven;
  const scannability = grade && judge(grade, built);
  return (
    <div className="mx-auto max-w-full md:w-(--sheet)">
      <div className="mx-auto mb-7 w-(--sheet) max-w-full">
        <div className={isBehind ? "opacity-35" : ""} aria-hidden>
          <Ruler matrix={built.matrix} style={built.style} />
        </div>
        <div className="mt-[27px]">
          <CropMarks>
            <QrSheet svg={built.svg} name={describeCode(built)} faded={isBehind} />
          </CropMarks>
        </div>
      </div>
      <Score grade={scannability} isStale={isStale || isBehind}>
        <Advice
          built={built}
          isBehind={isBehind}
          scannability={isStale ? null : scannability}
          failure={failure}
          applyFix={applyFix}
        />
      </Score>
      <Announcement words={isStale || isBehind || !scannability ? "" : announce(scannability)} />
      <Files
        built={built}
        isBehind={isBehind}
        isRefused={isRefused}
        origin={origin}
        prove={graded.prove}
        showFaults={showFaults}
      />
    </div>
  );
}

function describeCode({ name, type, payload }: Built): string {
  return type === "url" ? `QR code that opens ${payload}` : `QR code for ${name}`;
}

function announce({ score, verdict }: Scannability): string {
  return `Scannability ${score} of 100, ${verdictWords[verdict].words}`;
}

function Announcement({ words }: { words: string }) {
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  );
}
