import { judgeModule, layOutLabel, moduleLimits } from "@/lib/prints/sheets";
import { Notice } from "../../ui/notice";
import type { LabelText, ReadLabels } from "./choices";
import { sayModuleMm } from "./numbers";
import type { Measuring } from "./use-measures";

interface PreflightLineProps {
  measuring: Measuring;
  text: LabelText;
  read: ReadLabels;
}

/** Whether what is printed can be read: the finest module of all codes at the width that they will have. Its height is kept. */
export function PreflightLine(props: PreflightLineProps) {
  return (
    <div className="grid min-h-16 max-md:min-h-22" aria-live="polite">
      <Verdict {...props} />
    </div>
  );
}

function Verdict({ measuring, text, read }: PreflightLineProps) {
  if (measuring.step === "failed")
    return (
      <Notice title="Not measured">The codes didn't load. They are measured when the sheet is made.</Notice>
    );
  if (measuring.step === "measuring") return <Notice title="Measuring the codes" />;
  const { finest, faults } = measuring.measures;
  const [fault] = faults;
  if (fault !== undefined) {
    return (
      <Notice tone="stop" title="Not every code can be drawn">
        {fault.message}
      </Notice>
    );
  }
  if (finest === null) return <Notice tone="stop" title="None of these codes is there any more" />;
  if (read.sheet === null || read.faults.codeMm !== undefined || read.faults.beside !== undefined)
    return <Notice title="Not measured">It is as soon as the fields are filled.</Notice>;
  const { side } = layOutLabel(read.sheet.label, text.beside, read.codeMm).code;
  const moduleMm = finest.share * side;
  const module = `The finest module is ${sayModuleMm(moduleMm)}`;
  switch (judgeModule(moduleMm)) {
    case "ok":
      return (
        <Notice tone="ok" title="Ready to print">
          {module}. Phones need {moduleLimits.safeMm} mm.
        </Notice>
      );
    case "warn":
      return (
        <Notice tone="warn" title="Scans, with care">
          {module}, of “{finest.name}”. Phones need {moduleLimits.safeMm} mm: print it finely, or take larger
          labels.
        </Notice>
      );
    case "stop":
      return (
        <Notice tone="stop" title="Too small to be read">
          {module}, of “{finest.name}”. It needs {Math.ceil(moduleLimits.leastMm / finest.share)} mm and has{" "}
          {Math.floor(side)}.
        </Notice>
      );
  }
}
