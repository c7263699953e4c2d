import type { LabelsDone, LabelsOrder, LabelsProgress } from "@/lib/prints/schema";
import { saveFile } from "../../ui/save-file";
import { presentProblem, sendOrder } from "../problem";

type Line = LabelsProgress | { done: LabelsDone; pdf: string } | { problem: object };

/** Has sheets made, tells how far they are, and hands the proved file to the browser's downloads. Throws `Refused`. */
export async function fetchLabels(
  order: LabelsOrder,
  signal: AbortSignal,
  tell: (progress: LabelsProgress) => void,
): Promise<LabelsDone> {
  const answer = await sendOrder("/bulk/labels", order, signal);
  for await (const text of readLines(answer)) {
    const line = JSON.parse(text) as Line;
    if ("problem" in line) throw presentProblem(line.problem);
    if (!("done" in line)) {
      tell(line);
      continue;
    }
    const bytes = Uint8Array.from(atob(line.pdf), (sign) => sign.charCodeAt(0));
    saveFile(new Blob([bytes], { type: "application/pdf" }), line.done.fileName);
    return line.done;
  }
  throw new Error("The answer ended before the file.");
}

/** The lines of an answer while they come; the last may be megabytes long, so that its parts are joined once. */
async function* readLines(answer: Response): AsyncGenerator<string> {
  const reader = (answer.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream() as never)
    .getReader();
  let parts: string[] = [];
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    const [first = "", ...others] = String(step.value).split("\n");
    parts.push(first);
    for (const next of others) {
      yield parts.join("");
      parts = [next];
    }
  }
}
