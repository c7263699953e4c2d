import { readContent } from "../maker/draft/read-content";
import { largestSize, readSettings } from "../maker/draft/read-settings";
import type { EditedCode, Entered } from "./model/start";
import { sayFrame } from "./save-notes";

interface NotesOptions {
  code: EditedCode | null;
  start: Entered;
  entered: Entered;
  framePlan: string | undefined;
}

/** What Save will not do, or what it will not change. */
export function listNotes({ code, start, entered, framePlan }: NotesOptions): string[] {
  const frameOf = ({ draft }: Entered) => readSettings(draft.look, largestSize.stored).settings.frame;
  const frame = sayFrame(frameOf(entered), code === null ? undefined : frameOf(start), framePlan);
  const isNews = code !== null && !code.isDynamic && readContent(entered.draft) !== readContent(start.draft);
  return [
    ...(frame === null ? [] : [frame]),
    ...(isNews ? ["What is printed doesn't change. The new content is in the new picture alone."] : []),
  ];
}
