"use client";

import { ArrowRight } from "lucide-react";
import { type FormEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import type { SelectedCode, TargetMove } from "@/lib/codes/schema";
import { Button, SubmitButton } from "../../ui/button";
import { countOf, formatCount } from "../../ui/counts";
import { Dialog, DialogActions } from "../../ui/dialog";
import { TextField } from "../../ui/field";
import { useAnswer } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import { Segmented } from "../../ui/segmented";
import { SkeletonText } from "../../ui/skeleton";
import type { ManyActions } from "../actions";
import { type PlannedMove, planMoves, type TargetOrder } from "./plan-moves";
import type { LeftOut } from "./run";
import { RunView, useReplaced, useRun } from "./run-view";

interface TargetDialogProps {
  ids: readonly string[];
  isOpen: boolean;
  actions: ManyActions;
  onClose: () => void;
}

export function TargetDialog({ ids, isOpen, actions, onClose }: TargetDialogProps) {
  /** Each move turned round, which is what takes it back. */
  const turned = useRef<ReadonlyMap<string, Omit<TargetMove, "version">>>(new Map());
  const { data: codes, refusal } = useAnswer(() => actions.describeCodes(ids));
  const run = useRun<TargetMove>({
    what: "Change target.",
    actions,
    send: (lot) => actions.retargetCodes(lot.map(({ id, version, from, to }) => ({ id, version, from, to }))),
    back: (changed) => ({
      kind: "target",
      list: changed.flatMap(({ id, version }) => {
        const move = turned.current.get(id);
        return move === undefined || version === undefined ? [] : { ...move, version };
      }),
    }),
    onDone: onClose,
  });
  const start = ({ moves, left }: ReturnType<typeof planMoves>) => {
    turned.current = new Map(moves.map(({ id, from, to }) => [id, { id, from: to, to: from }]));
    void run.start(moves, left);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={run.state.phase === "running" ? run.stop : onClose}
      isSticky
      isWide
      title={`Change the target of ${countOf(codes?.length ?? ids.length, "code")}`}
      lead={
        run.state.phase === "idle" &&
        (codes === undefined ? <SkeletonText className="w-60" /> : formatSelected(codes))
      }
    >
      <RefusalNote refusal={refusal} />
      {run.state.phase !== "idle" ? (
        <RunView run={run} onClose={onClose} />
      ) : (
        <TargetForm codes={codes ?? []} isReady={codes !== undefined} onClose={onClose} onStart={start} />
      )}
    </Dialog>
  );
}

function formatSelected(codes: readonly SelectedCode[]): string {
  const statics = codes.filter(({ isDynamic }) => !isDynamic).length;
  const others = codes.filter(({ isDynamic, target }) => isDynamic && target === null).length;
  const able = codes.length - statics - others;
  const left = [
    statics > 0 && `${formatCount(statics)} ${statics === 1 ? "is" : "are"} static`,
    others > 0 && `${formatCount(others)} ${others === 1 ? "holds" : "hold"} no web address`,
  ].filter(Boolean);
  if (left.length === 0) return "All of them are dynamic and open a web address.";
  return `${countOf(able, "code")} can change target. ${left.join(", ")}: left as ${statics + others === 1 ? "it is" : "they are"}.`;
}

interface TargetFormProps {
  codes: readonly SelectedCode[];
  isReady: boolean;
  onClose: () => void;
  onStart: (plan: ReturnType<typeof planMoves>) => void;
}

const kinds = [
  { value: "replace", name: "Replace" },
  { value: "one", name: "One address" },
  { value: "parameters", name: "Parameters" },
] as const;

function TargetForm({ codes, isReady, onClose, onStart }: TargetFormProps) {
  const [kind, setKind] = useState<TargetOrder["kind"]>("replace");
  const [fields, setFields] = useState(startFields);
  const [fault, setFault] = useState<string>();
  // With 500 rows below it the field stays as quick as without.
  const order = useDeferredValue(useMemo(() => orderOf(kind, fields), [kind, fields]));
  const plan = useMemo(() => planMoves(codes, order), [codes, order]);
  const isEmpty = isNothingEntered(order);
  const replaced = useReplaced();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const now = planMoves(codes, orderOf(kind, fields));
    if (!isReady) return;
    if (now.moves.length > 0) return onStart(now);
    setFault(formatNothingToChange(orderOf(kind, fields), now.faulty.length));
  };
  return (
    <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
      <div>
        <Segmented
          name="target-kind"
          label="How"
          choices={kinds}
          value={kind}
          onChange={(next) => {
            setKind(next);
            setFault(undefined);
          }}
        />
      </div>
      <TargetFields
        kind={kind}
        fields={fields}
        fault={fault}
        onChange={(part) => {
          setFields((now) => ({ ...now, ...part }));
          setFault(undefined);
        }}
      />
      <MoveList {...plan} isEmpty={isEmpty} />
      <DialogActions note={replaced}>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton
          isBusy={false}
          busyWord="Changing"
          label={
            plan.moves.length > 0 && !isEmpty
              ? `Change ${countOf(plan.moves.length, "target")}`
              : "Change targets"
          }
        />
      </DialogActions>
    </form>
  );
}

function orderOf(
  kind: TargetOrder["kind"],
  { address, find, put, source, medium, campaign }: TargetFieldsState,
): TargetOrder {
  if (kind === "one") return { kind, address };
  if (kind === "replace") return { kind, find, put };
  return { kind, values: { utm_source: source, utm_medium: medium, utm_campaign: campaign } };
}

function isNothingEntered(order: TargetOrder): boolean {
  if (order.kind === "one") return order.address.trim() === "";
  if (order.kind === "replace") return order.find === "";
  return Object.values(order.values).every((value) => value.trim() === "");
}

function formatNothingToChange(order: TargetOrder, faulty: number): string {
  if (order.kind === "one") return "Enter their new address: start with https://.";
  if (isNothingEntered(order))
    return order.kind === "replace" ? "Enter what to find in the addresses." : "Fill in at least one.";
  if (faulty > 0) return "The result isn't a web address: it starts with https:// and has no spaces.";
  return order.kind === "replace"
    ? "None of the addresses contains this."
    : "All of them already have these.";
}

interface MoveListProps {
  moves: readonly PlannedMove[];
  faulty: readonly PlannedMove[];
  left: LeftOut;
  isEmpty: boolean;
}

function MoveList({ moves, faulty, left, isEmpty }: MoveListProps) {
  const parts = [
    countOf(moves.length, "target changes", "targets change"),
    left.same > 0 && `${formatCount(left.same)} ${left.same === 1 ? "stays" : "stay"}`,
    faulty.length > 0 && `${formatCount(faulty.length)} wouldn't be an address`,
  ].filter(Boolean);
  return (
    <div>
      <p className="mb-1.5 text-small text-ink-3" role="status">
        {isEmpty ? "Changes are previewed here first." : `${parts.join(", ")}.`}
      </p>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys as well.
        tabIndex={0}
        aria-label="What changes"
        className="h-44 divide-y divide-line overflow-y-auto border-y border-line"
      >
        {!isEmpty && faulty.map((move) => <MoveRow key={move.id} move={move} isFaulty />)}
        {!isEmpty && moves.map((move) => <MoveRow key={move.id} move={move} />)}
      </ul>
    </div>
  );
}

function MoveRow({ move: { name, from, to }, isFaulty = false }: { move: PlannedMove; isFaulty?: boolean }) {
  return (
    <li className="py-2 [contain-intrinsic-size:auto_4.75rem] [content-visibility:auto]">
      <p className="truncate text-small font-medium">{name}</p>
      <p className="font-mono text-mono break-all text-ink-3">{from}</p>
      <p className={`flex gap-1.5 font-mono text-mono break-all ${isFaulty ? "text-stop" : ""}`}>
        <ArrowRight size={14} strokeWidth={1.6} className="mt-0.5 shrink-0" aria-label="to" role="img" />
        <span className="min-w-0">
          {to === "" ? "nothing" : to}
          {isFaulty && <span className="font-sans text-small"> isn't a web address: not changed.</span>}
        </span>
      </p>
    </li>
  );
}

interface TargetFieldsState {
  address: string;
  find: string;
  put: string;
  source: string;
  medium: string;
  campaign: string;
}

const startFields: TargetFieldsState = {
  address: "",
  find: "",
  put: "",
  source: "",
  medium: "",
  campaign: "",
};

interface TargetFieldsProps {
  kind: TargetOrder["kind"];
  fields: TargetFieldsState;
  /** Said at the first of them. */
  fault: string | undefined;
  onChange: (part: Partial<TargetFieldsState>) => void;
}

const labels: Record<TargetOrder["kind"], readonly (readonly [keyof TargetFieldsState, string, string?])[]> =
  {
    one: [["address", "New address for all of them", "https://"]],
    replace: [
      ["find", "Find", "https://old.example"],
      ["put", "Replace with", "https://new.example"],
    ],
    parameters: [
      ["source", "Source (utm_source)", "table-card"],
      ["medium", "Medium (utm_medium)", "qr"],
      ["campaign", "Campaign (utm_campaign)", "autumn"],
    ],
  };

function TargetFields({ kind, fields, fault, onChange }: TargetFieldsProps) {
  return (
    <div
      className={`grid gap-4 ${kind === "replace" ? "md:grid-cols-2" : kind === "parameters" ? "md:grid-cols-3" : ""}`}
    >
      {labels[kind].map(([name, label, example], place) => (
        <TextField
          key={name}
          id={`many-${name}`}
          label={label}
          value={fields[name]}
          placeholder={example}
          fault={place === 0 ? fault : undefined}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={2_048}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
    </div>
  );
}
