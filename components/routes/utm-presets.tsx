"use client";

import { Trash2 } from "lucide-react";
import { useCallback, useEffect, useId, useState, useTransition } from "react";
import type { UtmPreset } from "@/lib/presets/schema";
import { type Utm, utmNames } from "@/lib/routes/schema";
import { Button } from "../ui/button";
import { TextField } from "../ui/field";
import type { Answer } from "../ui/form/answer";
import { callSafely } from "../ui/form/call-safely";
import { toast } from "../ui/toast";

/** What campaign presets ask of the server. */
export interface UtmPresetActions {
  list: () => Promise<Answer<UtmPreset[]>>;
  create: (preset: { name: string; utm: Utm }) => Promise<Answer<UtmPreset>>;
  rename: (id: string, name: string) => Promise<Answer<UtmPreset>>;
  remove: (id: string) => Promise<Answer<null>>;
}

interface UtmPresetsProps {
  utm: Utm;
  actions: UtmPresetActions;
  onApply: (utm: Utm) => void;
}

/** The account's campaign presets: use, rename or delete one, save what is entered as a new one. */
export function UtmPresets({ utm, actions, onApply }: UtmPresetsProps) {
  const [presets, setPresets] = useState<readonly UtmPreset[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const { list } = actions;
  const load = useCallback(async () => {
    const answer = await callSafely(list);
    if (answer === null) return;
    if ("refusal" in answer) return setFault("The presets didn't load.");
    setFault(null);
    setPresets(answer.done);
  }, [list]);
  useEffect(() => void load(), [load]);
  if (fault !== null) {
    return (
      <p role="alert" className="mb-4 text-small text-stop">
        {fault}{" "}
        <Button shape="small" onClick={load}>
          Try again
        </Button>
      </p>
    );
  }
  if (presets === null) return <p className="mb-4 text-small text-ink-3">Loading presets…</p>;
  return (
    <div className="mb-5 border-y border-line">
      {presets.length === 0 ? (
        <p className="py-3 text-small text-ink-3">No presets yet. Fill in parameters and save them here.</p>
      ) : (
        <ul aria-label="Campaign presets" className="divide-y divide-line">
          {presets.map((preset) => (
            <PresetLine
              key={preset.id}
              {...{ preset, actions }}
              onApply={() => {
                onApply(preset.utm);
                toast.done(`Preset “${preset.name}” applied.`);
              }}
              onRenamed={(next) => setPresets(presets.map((each) => (each.id === next.id ? next : each)))}
              onRemoved={() => setPresets(presets.filter(({ id }) => id !== preset.id))}
            />
          ))}
        </ul>
      )}
      {Object.keys(utm).length > 0 && (
        <NameForm
          label="Name of the new preset"
          verb="Save campaign preset"
          send={(name) => actions.create({ name, utm })}
          onDone={(preset) => {
            setPresets([...presets, preset]);
            toast.done(`“${preset.name}” is saved as a preset.`);
          }}
        />
      )}
    </div>
  );
}

interface PresetLineProps {
  preset: UtmPreset;
  actions: UtmPresetActions;
  onApply: () => void;
  onRenamed: (preset: UtmPreset) => void;
  onRemoved: () => void;
}

function PresetLine({ preset, actions, onApply, onRenamed, onRemoved }: PresetLineProps) {
  const { id, name, utm } = preset;
  const [isRenaming, setRenaming] = useState(false);
  const [isBusy, run] = useTransition();
  const remove = () =>
    run(async () => {
      const answer = await callSafely(() => actions.remove(id));
      if (answer !== null && "refusal" in answer)
        return toast.fault(answer.refusal.sentence ?? "The preset wasn't deleted.");
      onRemoved();
      toast.done(`Preset “${name}” deleted.`);
    });
  return (
    <li className="py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <div className="min-w-40 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
          <p className="text-small text-ink-3 [overflow-wrap:anywhere]">
            {utmNames.flatMap((name) => (utm[name] ? [`${name} ${utm[name]}`] : [])).join(" · ")}
          </p>
        </div>
        <Button shape="small" aria-label={`Use ${name}`} onClick={onApply}>
          Use
        </Button>
        <Button
          kind="ghost"
          shape="small"
          aria-label={`Rename ${name}`}
          aria-expanded={isRenaming}
          onClick={() => setRenaming(!isRenaming)}
        >
          Rename
        </Button>
        <Button
          kind="ghost"
          shape="small"
          aria-label={`Delete ${name}`}
          aria-disabled={isBusy || undefined}
          onClick={isBusy ? undefined : remove}
        >
          <Trash2 size={14} strokeWidth={1.6} aria-hidden />
          Delete
        </Button>
      </div>
      {isRenaming && (
        <NameForm
          label="New name"
          verb="Rename"
          name={name}
          send={(next) => actions.rename(id, next)}
          onDone={(next) => {
            setRenaming(false);
            onRenamed(next);
          }}
        />
      )}
    </li>
  );
}

interface NameFormProps {
  label: string;
  verb: string;
  name?: string;
  send: (name: string) => Promise<Answer<UtmPreset>>;
  onDone: (preset: UtmPreset) => void;
}

/** A name and its button. It's no form: it stands within the editor's. */
function NameForm({ label, verb, name = "", send, onDone }: NameFormProps) {
  const id = useId();
  const [typed, setTyped] = useState(name);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const [isBusy, run] = useTransition();
  const save = () => {
    if (isBusy) return;
    if (typed.trim() === "") return setFault("Enter a name, such as Summer posters.");
    run(async () => {
      const answer = await callSafely(() => send(typed.trim()));
      if (answer === null) return;
      if ("refusal" in answer) {
        const { sentence, fields = {} } = answer.refusal;
        return setFault(fields.name ?? sentence ?? Object.values(fields)[0]);
      }
      setTyped(name);
      onDone(answer.done);
    });
  };
  return (
    <div className="flex items-start gap-2 border-t border-line py-3">
      <TextField
        id={id}
        label={label}
        className="min-w-0 flex-1"
        autoComplete="off"
        maxLength={60}
        value={typed}
        fault={fault}
        onChange={(event) => {
          setTyped(event.target.value);
          setFault(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          save();
        }}
      />
      <Button className="mt-6" aria-disabled={isBusy || undefined} onClick={save}>
        {verb}
      </Button>
    </div>
  );
}
