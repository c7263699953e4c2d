"use client";

import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { type ReactNode, useRef } from "react";
import type { Warning } from "@/lib/platform/errors";
import { readContent } from "../qr-builder/draft/read-content";
import { applyFix, largestSize, readSettings } from "../qr-builder/draft/read-settings";
import { Button, buttonClasses, SubmitButton } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { LinkSign } from "../ui/link-sign";
import { ButtonLink } from "../ui/links";
import { EditorBench } from "./editor-bench";
import { EditorForm } from "./editor-form";
import { EditorLook } from "./editor-look";
import { type CodeEditorProps, type EditedCode, type Entered, standInCode } from "./editor-state";
import { formatFrame, formatRoom, formatWarning, listNews, SaveNotes } from "./save-notes";
import { describeRename } from "./short-link";
import { useCodeEditor } from "./use-code-editor";

type Editor = ReturnType<typeof useCodeEditor>;

const notOfContent = /^(?:name|slug|domain|tags|routes|utm|passQuery|appendScanId)(?:\.|$)/;

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
            origin={props.origin}
            hosts={props.hosts}
            slugPlan={props.slugPlan}
            plan={props.plan}
            figures={props.figures}
            actions={props.actions}
            isSound={Object.keys(editor.faults).every((control) => notOfContent.test(control))}
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
              note={isBehind || !isDynamic ? "" : noteOf(props, editor.shortUrl)}
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

function EditorTop({ props, editor }: { props: CodeEditorProps; editor: Editor }) {
  const { code, start, framePlan } = props;
  const { entered, saving, saved } = editor;
  return (
    <div className="editor-top">
      <EditorHeader
        title={code === null ? "New code" : "Edit code"}
        back={code === null ? "/codes" : `/codes/${code.id}`}
        quota={code === null && formatRoom(editor.room)}
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

function noteOf({ code, origin, ...props }: CodeEditorProps, shortUrl: string): string {
  const isKnown = !shortUrl.endsWith(`/${standInCode}`);
  const isLocal = props.isLocal && shortUrl.startsWith(origin);
  if (isKnown && (code !== null || !isLocal)) return `Holds ${shortUrl}`;
  if (isLocal) return `Short links start with ${origin} until BASE_URL is set. Set it before you print.`;
  return "A preview of the same length. The real short link is created when you save.";
}

interface NotesOptions {
  code: EditedCode | null;
  start: Entered;
  entered: Entered;
  framePlan: string | undefined;
}

function listNotes({ code, start, entered, framePlan }: NotesOptions): string[] {
  const frameOf = ({ draft }: Entered) => readSettings(draft.look, largestSize.stored).settings.frame;
  const frame = formatFrame(frameOf(entered), code === null ? undefined : frameOf(start), framePlan);
  const isNews = code !== null && !code.isDynamic && readContent(entered.draft) !== readContent(start.draft);
  const rename = code === null ? null : describeRename(code, entered);
  return [
    ...(frame === null ? [] : [frame]),
    ...(rename === null ? [] : [rename]),
    ...(isNews ? ["Printed copies don't change. Only the new picture has the new content."] : []),
  ];
}

interface LeaveDialogProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

function LeaveDialog({ isOpen, onStay, onLeave }: LeaveDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      title="Leave without saving?"
      lead="Your changes here will be lost."
      firstFocus={safe}
    >
      <div className="mt-6">
        <DialogActions>
          <Button ref={safe} onClick={onStay}>
            Keep editing
          </Button>
          <Button kind="danger" onClick={onLeave}>
            Leave
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

interface SavedDialogProps {
  name: string;
  warnings: readonly Warning[];
  onClose: () => void;
}

function SavedDialog({ name, warnings, onClose }: SavedDialogProps) {
  const news = listNews(warnings);
  const way = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      isOpen={news.length > 0}
      onClose={onClose}
      isSticky
      title={`“${name}” is saved`}
      lead={news.map((warning) => (
        <p key={warning.code} className="mt-1">
          {formatWarning(warning)}
        </p>
      ))}
      firstFocus={way}
    >
      <div className="mt-6">
        <DialogActions>
          <Button ref={way} kind="primary" onClick={onClose}>
            See the code
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

interface EditorHeaderProps {
  title: string;
  back: string;
  quota: ReactNode;
  isBusy: boolean;
  verb: string;
  busyWord: string;
}

function EditorHeader({ title, back, quota, isBusy, verb, busyWord }: EditorHeaderProps) {
  return (
    <header className="flex min-h-14 items-center gap-3 border-b border-line bg-surface px-4 md:min-h-16 md:px-6 xl:px-8 2xl:px-10">
      <Link
        href={back}
        prefetch={false}
        aria-label="Back"
        className={buttonClasses({ kind: "ghost", shape: "icon", className: "-ml-2.5" })}
      >
        <LinkSign>
          <ArrowLeft size={16} strokeWidth={1.6} aria-hidden />
        </LinkSign>
      </Link>
      <h1 className="min-w-0 flex-1 truncate text-title">{title}</h1>
      <div className="foot-bar flex items-center gap-3">
        {quota}
        <ButtonLink href={back} className="max-md:hidden">
          Cancel
        </ButtonLink>
        <SubmitButton
          isBusy={isBusy}
          busyWord={busyWord}
          className="max-md:h-11 max-md:flex-1 max-md:text-lead"
          label={verb}
        />
      </div>
    </header>
  );
}
