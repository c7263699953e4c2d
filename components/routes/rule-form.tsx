import { Plus, X } from "lucide-react";
import type { Route, SplitEntry } from "@/lib/routes";
import type { FieldFaults } from "../qr-builder/forms/form-fields";
import { Button } from "../ui/button";
import { FieldFault, TextField } from "../ui/field";
import { Segmented } from "../ui/segmented";
import { useFocusLater } from "./focus-later";
import { formatShare } from "./sentence";
import { WhenFields } from "./when-fields";

export interface RuleFormProps {
  route: Route;
  /** What the names of its controls begin with, such as `routes.0`. */
  path: string;
  fields: FieldFaults;
  change: (route: Route) => void;
  onDone: () => void;
}

/** What a rule can hold at most. */
const mostEntries = 5;
const leastEntries = 2;

const address = {
  type: "url",
  inputMode: "url",
  autoComplete: "off",
  autoCapitalize: "off",
  spellCheck: false,
  placeholder: "https://",
} as const;

/** All of one rule. What is entered is in the sentence above at once; it is saved with the code. */
export function RuleForm({ route, path, fields, change, onDone }: RuleFormProps) {
  const { name, when, to, split } = route;
  return (
    <div className="grid gap-5 pt-4 pb-5">
      <TextField
        id={`field-${path}.name`}
        label="Name of the rule"
        hint="Optional. Only you see it."
        autoComplete="off"
        maxLength={60}
        value={name ?? ""}
        fault={fields.faultOf(`${path}.name`)}
        onChange={(event) => change({ ...route, name: event.target.value })}
      />
      <div className="grid gap-3">
        <Segmented
          name={`${path}.kind`}
          label="Where the rule leads"
          value={split === undefined ? "one" : "split"}
          choices={[
            { value: "one", name: "One address" },
            { value: "split", name: "Split between addresses" },
          ]}
          onChange={(kind) => change(kind === "one" ? toOne(route) : toSplit(route))}
        />
        {split === undefined ? (
          <TextField
            {...address}
            id={`field-${path}.to`}
            label="Address"
            value={to ?? ""}
            fault={fields.faultOf(`${path}.to`)}
            onChange={(event) => change({ ...route, to: event.target.value })}
            onBlur={() => fields.leave(`${path}.to`)}
          />
        ) : (
          <SplitFields
            {...{ path, fields }}
            split={split}
            change={(entries) => change({ ...route, split: entries })}
          />
        )}
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1 text-body font-medium">Conditions</legend>
        <p className="mb-3 text-small text-ink-3">
          A visit must match every condition you fill in. Leave the others empty.
        </p>
        <FieldFault id={`field-${path}.when`} fault={fields.faultOf(`${path}.when`)} />
        <WhenFields
          {...{ path, fields }}
          when={when ?? {}}
          change={(conditions) => change({ ...route, when: conditions })}
        />
      </fieldset>
      <div>
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

/** The first entry's address stays. */
function toOne({ split, ...route }: Route): Route {
  return { ...route, to: split?.[0]?.to ?? "" };
}

function toSplit({ to, ...route }: Route): Route {
  return {
    ...route,
    split: [
      { name: "A", to: to ?? "", weight: 50 },
      { name: "B", to: "", weight: 50 },
    ],
  };
}

interface SplitFieldsProps {
  split: readonly SplitEntry[];
  path: string;
  fields: FieldFaults;
  change: (split: SplitEntry[]) => void;
}

function SplitFields({ split, path, fields, change }: SplitFieldsProps) {
  const focus = useFocusLater();
  const focusEntry = (place: number) => focus(`field-${path}.split.${place}.to`);
  const add = () => {
    change([...split, { name: nextName(split), to: "", weight: 50 }]);
    focusEntry(split.length);
  };
  const remove = (place: number) => {
    change(split.toSpliced(place, 1));
    focusEntry(Math.min(place, split.length - 2));
  };
  const total = split.reduce((sum, { weight }) => sum + (weight || 0), 0);
  return (
    <div>
      <ul className="grid gap-3">
        {split.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place; its name can be empty.
          <li key={place} className="flex items-start gap-2 border-t border-line pt-3">
            <EntryFields
              {...{ entry, place, fields }}
              path={`${path}.split.${place}`}
              share={total > 0 ? (entry.weight || 0) / total : 0}
              change={(next) => change(split.with(place, next))}
            />
            {split.length > leastEntries && (
              <Button
                kind="ghost"
                shape="icon"
                aria-label={`Remove address ${place + 1}`}
                className="mt-6"
                onClick={() => remove(place)}
              >
                <X size={16} strokeWidth={1.6} aria-hidden />
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FieldFault id={`field-${path}.split`} fault={fields.faultOf(`${path}.split`)} />
      {split.length < mostEntries && (
        <Button kind="ghost" shape="small" className="mt-2 -ml-2.5" onClick={add}>
          <Plus size={14} strokeWidth={1.6} aria-hidden />
          Add an address
        </Button>
      )}
      <p className="mt-1.5 text-small text-ink-3">
        A visitor gets the same address all day. Weights are 1 to 100; the shares follow from them.
      </p>
    </div>
  );
}

const nextName = (split: readonly SplitEntry[]): string =>
  ["A", "B", "C", "D", "E"].find((letter) => split.every(({ name }) => name !== letter)) ?? "";

interface EntryFieldsProps {
  entry: SplitEntry;
  place: number;
  path: string;
  share: number;
  fields: FieldFaults;
  change: (entry: SplitEntry) => void;
}

function EntryFields({ entry, place, path, share, fields, change }: EntryFieldsProps) {
  const { name, to, weight } = entry;
  return (
    <div className="rule-entry grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_7rem] gap-x-3 gap-y-3">
      <TextField
        id={`field-${path}.name`}
        label={`Name ${place + 1}`}
        autoComplete="off"
        maxLength={60}
        value={name ?? ""}
        fault={fields.faultOf(`${path}.name`)}
        onChange={(event) => change({ ...entry, name: event.target.value })}
      />
      <TextField
        id={`field-${path}.weight`}
        label={`Weight ${place + 1}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={100}
        value={Number.isNaN(weight) || weight === 0 ? "" : weight}
        fault={fields.faultOf(`${path}.weight`)}
        hint={formatShare(share)}
        onChange={(event) => change({ ...entry, weight: Math.trunc(Number(event.target.value)) })}
      />
      <TextField
        {...address}
        id={`field-${path}.to`}
        label={`Address ${place + 1}`}
        className="col-span-2"
        value={to}
        fault={fields.faultOf(`${path}.to`)}
        onChange={(event) => change({ ...entry, to: event.target.value })}
        onBlur={() => fields.leave(`${path}.to`)}
      />
    </div>
  );
}
