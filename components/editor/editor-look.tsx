import type { Look } from "../maker/draft/draft";
import { largestSize } from "../maker/draft/read-settings";
import { LookPanel } from "../maker/look/look-panel";
import { PresetButtons } from "./presets/preset-buttons";
import { layPreset } from "./presets/preset-looks";
import { PresetRow } from "./presets/preset-row";
import { usePresets } from "./presets/use-presets";
import type { CodeEditorProps } from "./props";
import type { useCodeEditor } from "./use-code-editor";

interface EditorLookProps extends Pick<CodeEditorProps, "presets" | "origin" | "framePlan" | "actions"> {
  look: Look;
  editor: Pick<ReturnType<typeof useCodeEditor>, "isDrawable" | "fields" | "change" | "showFaults">;
}

/** The style, with the looks that the account keeps. */
export function EditorLook({ look, editor, presets: kept, origin, framePlan, actions }: EditorLookProps) {
  const { isDrawable, fields, change, showFaults } = editor;
  const presets = usePresets(kept, origin, actions.presets.read);
  return (
    <LookPanel
      look={look}
      fields={fields}
      maxSize={largestSize.stored}
      framePlan={framePlan}
      change={(part) => change({ look: { ...look, ...part } })}
      actions={
        <PresetButtons
          presets={presets}
          look={look}
          isFaulty={!isDrawable}
          origin={origin}
          actions={actions.presets}
          showFaults={showFaults}
        />
      }
      presets={
        <PresetRow
          presets={presets.all}
          look={look}
          onApply={(preset) =>
            presets.open(preset, (settings) => change({ look: layPreset(settings, look) }))
          }
        />
      }
    />
  );
}
