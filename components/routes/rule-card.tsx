import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2, TriangleAlert } from "lucide-react";
import type { PointerEvent } from "react";
import type { Route } from "@/lib/routes";
import type { FieldFaults } from "../qr-builder/forms/form-fields";
import { Button } from "../ui/button";
import { FieldFault } from "../ui/field";
import { RuleForm } from "./rule-form";
import { RouteSentence } from "./sentence";
import { formatRouteShare, type RouteFigures } from "./shares";
import { SplitRates } from "./split-rates";

interface RuleCardProps {
  route: Route;
  place: number;
  count: number;
  /** Why it can never apply; null: it can. */
  warning: string | null;
  figures: RouteFigures | undefined;
  fields: FieldFaults;
  isOpen: boolean;
  isDragged: boolean;
  onToggle: (isOpen: boolean) => void;
  onGrab: (event: PointerEvent) => void;
  change: (route: Route) => void;
  move: (to: number) => void;
  remove: () => void;
}

const members = [
  "name",
  "to",
  "when",
  "devices",
  "os",
  "countries",
  "languages",
  "days",
  "hours",
  "dates",
  "timezone",
];

/** Every control of a rule. */
function controlsOf({ split = [] }: Route, place: number): string[] {
  const entries = split.flatMap((_, index) =>
    ["name", "to", "weight"].map((part) => `split.${index}.${part}`),
  );
  return [...members, "split", ...entries].map((member) => `routes.${place}.${member}`);
}

/** A rule as a sentence, with what it does and can be done with; its form below. */
export function RuleCard(props: RuleCardProps) {
  const { route, place, count, warning, figures, fields, isDragged, onToggle, change } = props;
  const path = `routes.${place}`;
  const isFaulty = controlsOf(route, place).some((control) => fields.faultOf(control) !== undefined);
  const isOpen = props.isOpen || isFaulty;
  const close = () => {
    for (const control of controlsOf(route, place)) fields.leave(control);
    onToggle(false);
  };
  return (
    <li
      data-rule={route.id}
      className={`border-b border-line ${isDragged ? "relative z-10 bg-accent-tint" : ""}`}
    >
      <div className="flex items-start gap-2 pt-3 pb-2.5">
        {count > 1 && (
          <span
            aria-hidden
            title="Drag to reorder"
            onPointerDown={props.onGrab}
            className="-ml-2 grid size-7 shrink-0 cursor-grab touch-none place-items-center text-ink-3 hover:text-ink active:cursor-grabbing touch:size-11"
          >
            <GripVertical size={16} strokeWidth={1.6} />
          </span>
        )}
        <div className="min-w-0 flex-1 pt-0.5">
          <h4 className="text-small text-ink-3">
            Rule {place + 1}
            {route.name?.trim() && `: ${route.name}`}
          </h4>
          <RouteSentence route={route} />
          {figures && <p className="mt-1 text-small text-ink-3">{formatRouteShare(figures, route.id)}</p>}
          {figures && route.split && <SplitRates route={route} figures={figures} />}
          {warning !== null && (
            <p className="mt-1.5 flex items-start gap-1.5 text-small text-warn">
              <TriangleAlert size={14} strokeWidth={1.6} className="mt-0.5 shrink-0" aria-hidden />
              {warning}
            </p>
          )}
          <FieldFault id={`field-${path}`} fault={fields.faultOf(path)} />
          <RuleButtons {...props} isOpen={isOpen} onToggle={isOpen ? close : () => onToggle(true)} />
        </div>
      </div>
      {isOpen && <RuleForm {...{ route, path, fields, change }} onDone={close} />}
    </li>
  );
}

function RuleButtons({
  route,
  place,
  count,
  isOpen,
  onToggle,
  move,
  remove,
}: Omit<RuleCardProps, "onToggle"> & { onToggle: () => void }) {
  const icon = { size: 14, strokeWidth: 1.6, "aria-hidden": true } as const;
  const name = `rule ${place + 1}`;
  return (
    <div className="mt-1 -ml-2.5 flex flex-wrap">
      <Button
        id={`edit-${route.id}`}
        kind="ghost"
        shape="small"
        aria-expanded={isOpen}
        aria-label={`Edit ${name}`}
        onClick={onToggle}
      >
        <Pencil {...icon} />
        Edit
      </Button>
      {count > 1 && (
        <>
          <Step name={`Move ${name} up`} to={place - 1} {...{ count, move }}>
            <ArrowUp {...icon} />
            Up
          </Step>
          <Step name={`Move ${name} down`} to={place + 1} {...{ count, move }}>
            <ArrowDown {...icon} />
            Down
          </Step>
        </>
      )}
      <Button kind="ghost" shape="small" aria-label={`Remove ${name}`} onClick={remove}>
        <Trash2 {...icon} />
        Remove
      </Button>
    </div>
  );
}

interface StepProps {
  name: string;
  to: number;
  count: number;
  move: (to: number) => void;
  children: React.ReactNode;
}

/** Keeps the focus at the end of the way, where it has nothing more to do. */
function Step({ name, to, count, move, children }: StepProps) {
  const isAtEnd = to < 0 || to >= count;
  return (
    <Button
      kind="ghost"
      shape="small"
      aria-label={name}
      aria-disabled={isAtEnd || undefined}
      onClick={isAtEnd ? undefined : () => move(to)}
    >
      {children}
    </Button>
  );
}
