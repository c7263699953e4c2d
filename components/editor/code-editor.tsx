"use client";

import { applyFix } from "../maker/draft/read-settings";
import { EditorBench } from "./editor-bench";
import { EditorForm } from "./editor-form";
import { EditorHeader } from "./editor-header";
import { EditorLook } from "./editor-look";
import { LeaveDialog } from "./leave/leave-dialog";
import { listNotes } from "./notes";
import type { CodeEditorProps } from "./props";
import { sayRoom } from "./room";
import { SaveNotes } from "./save-notes";
import { SavedDialog } from "./saved/saved-dialog";
import { useCodeEditor } from "./use-code-editor";

type Editor = ReturnType<typeof useCodeEditor>;

/** Form, code and style of one code; drawn here by what draws it on the server, and saved as a whole. */
export function CodeEditor(props: CodeEditorProps) {
  const { code } = props;
  const editor = useCodeEditor(props);
  const { entered, isDynamic, isBehind, change, fields } = editor;
  const { look } = entered.draft;
  return (
    <form noValidate onSubmit={editor.submit} className="editor-page flex flex-1 flex-col">
      <EditorTop props={props} editor={editor} />
      <div className="editor">
        <div className="editor-form min-w-0">
          <EditorForm
            code={code}
            entered={entered}
            isDynamic={isDynamic}
            dynamicNote={editor.room.dynamicNote}
            isSound={Object.keys(editor.faults).every((control) => control === "name")}
            fields={fields}
            set={editor.set}
            change={(part) => {
              if (part.tab !== undefined) fields.clear();
              change(part);
            }}
          />
        </div>
        <div className="editor-bench bench min-w-0 bg-canvas">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself in a low window, by the keyboard too. */}
          <section aria-label="Your code" tabIndex={0} className="focus-visible:-outline-offset-2">
            <EditorBench
              name={entered.name.trim()}
              built={editor.shown}
              isBehind={isBehind}
              graded={editor.graded}
              note={isBehind || !isDynamic ? "" : noteOf(props)}
              applyFix={(fix) => change({ look: applyFix(look, fix) })}
            />
          </section>
        </div>
        <div className="editor-look min-w-0">
          <EditorLook {...props} look={look} editor={editor} />
        </div>
      </div>
      <LeaveDialog isOpen={editor.guard.isAsking} onStay={editor.guard.stay} onLeave={editor.guard.leave} />
    </form>
  );
}

/** Save and all that is to be known of it. */
function EditorTop({ props, editor }: { props: CodeEditorProps; editor: Editor }) {
  const { code, start, framePlan } = props;
  const { entered, saving, saved } = editor;
  return (
    <div className="editor-top">
      <EditorHeader
        title={code === null ? "New code" : "Edit code"}
        back={code === null ? "/codes" : `/codes/${code.id}`}
        quota={code === null && sayRoom(editor.room)}
        isBusy={saving.isBusy}
        verb={code === null ? "Create code" : "Save changes"}
        busyWord={code === null ? "Creating" : "Saving"}
      />
      <SaveNotes
        refusal={saving.refusal}
        unreadable={editor.unreadable}
        notes={listNotes({ code, start, entered, framePlan })}
      />
      {saved !== null && (
        <SavedDialog
          name={entered.name.trim()}
          warnings={saved.warnings}
          onClose={() => saving.goTo(saved.id)}
        />
      )}
    </div>
  );
}

/** What lies on the sheet of a dynamic code, where one could take it for something else. */
function noteOf({ code, isLocal, origin }: CodeEditorProps): string {
  if (code !== null) return `Holds ${code.shortUrl}`;
  if (isLocal) return `Short links begin with ${origin} until BASE_URL is set. Set it before you print.`;
  return "A stand-in of the same length: the short link is made when you save.";
}
