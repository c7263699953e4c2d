import { Plus } from "lucide-react";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import type { Route } from "@/lib/routes";
import { findUnreachable } from "@/lib/routes/unreachable";
import type { FieldFaults } from "../qr-builder/forms/form-fields";
import { Button } from "../ui/button";
import { FieldFault } from "../ui/field";
import { findRoutingFaults, moveRoute, newRouteId, readRoute } from "./draft";
import { useFocusLater } from "./focus-later";
import { RuleCard } from "./rule-card";
import type { RouteFigures } from "./shares";

interface RuleListProps {
  routes: readonly Route[];
  /** The code's own address. */
  target: string;
  /** The most rules that the plan has for a code. */
  limit: number;
  figures: RouteFigures | undefined;
  fields: FieldFaults;
  change: (routes: readonly Route[]) => void;
}

/** Rules in their order, and the ways to a further one while the plan has room. */
export function RuleList({ routes, target, limit, figures, fields, change }: RuleListProps) {
  const [open, setOpen] = useState<string | null>(null);
  const [news, setNews] = useState("");
  const focus = useFocusLater();
  const announceMove = (from: number, to: number) =>
    setNews(`Rule ${from + 1} moved to place ${to + 1} of ${routes.length}`);
  const drag = useDrag({ routes, change, onDrop: announceMove });
  const warnings = findWarnings(routes);
  const room = limit - routes.length;
  const add = (added: readonly Omit<Route, "id">[], words: string) => {
    const made = added.map((route) => ({ ...route, id: newRouteId() }));
    change([...routes, ...made]);
    setOpen(made[0]?.id ?? null);
    setNews(words);
    focus(firstControl(made[0], routes.length));
  };
  const remove = (place: number) => {
    const left = routes.toSpliced(place, 1);
    change(left);
    setNews(`Rule ${place + 1} removed, ${left.length} left`);
    const next = left[place] ?? left.at(-1);
    focus(next ? `edit-${next.id}` : "add-rule");
  };
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      {routes.length > 0 && (
        <ol aria-label="Rules" ref={drag.list} className="border-t border-line">
          {routes.map((route, place) => (
            <RuleCard
              key={route.id}
              {...{ route, place, figures, fields }}
              count={routes.length}
              warning={warnings.get(route.id) ?? null}
              isOpen={open === route.id}
              isDragged={drag.dragged === route.id}
              onToggle={(isOpen) => setOpen(isOpen ? route.id : null)}
              onGrab={(event) => drag.grab(event, place)}
              change={(changed) => change(routes.with(place, changed))}
              move={(to) => {
                change(moveRoute(routes, place, to));
                announceMove(place, to);
              }}
              remove={() => remove(place)}
            />
          ))}
        </ol>
      )}
      <FieldFault id="field-routes" fault={fields.faultOf("routes")} />
      {room > 0 && <AddRules {...{ room, target, add }} isFirst={routes.length === 0} />}
    </>
  );
}

/** What is to be filled in first. */
function firstControl(route: Omit<Route, "id"> | undefined, place: number): string {
  const entry = route?.split?.findIndex(({ to }) => to === "") ?? -1;
  return `field-routes.${place}.${route?.split ? `split.${Math.max(0, entry)}.to` : "to"}`;
}

/** Why a rule can never apply, by its id. Rules that still miss a condition take no part. */
function findWarnings(routes: readonly Route[]): Map<string, string> {
  const faults = Object.keys(findRoutingFaults(routes));
  const complete = routes.filter(
    (_, place) =>
      !faults.some((control) => /^routes\.(\d+)\.(?:when|hours)$/.exec(control)?.[1] === String(place)),
  );
  const numberOf = (id: string | null) => routes.findIndex((route) => route.id === id) + 1;
  return new Map(
    findUnreachable(complete.map(readRoute)).map(({ id, by, reason }) => [
      id,
      reason === "covered"
        ? `It never applies: rule ${numberOf(by)} comes first and takes all its visitors.`
        : `It never applies: ${never[reason]}.`,
    ]),
  );
}

const never = {
  reversed: "its dates end before they begin",
  no_day: "its days are not within its dates",
};

type NewRoute = Omit<Route, "id">;

interface Template {
  name: string;
  hint: string;
  /** @param target the code's address; @param zone of the browser. */
  make: (target: string, zone: string) => readonly NewRoute[];
}

const forDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] as const;

/** Rules to complete: an address that is empty here is what one has to enter. */
export const templates: readonly Template[] = [
  {
    name: "App stores",
    hint: "iOS to one store, Android to another",
    make: () => [
      { name: "App Store", when: { os: ["iOS"] }, to: "" },
      { name: "Google Play", when: { os: ["Android"] }, to: "" },
    ],
  },
  {
    name: "Languages",
    hint: "A page for each language",
    make: () => [
      { name: "German", when: { languages: ["de"] }, to: "" },
      { name: "French", when: { languages: ["fr"] }, to: "" },
    ],
  },
  {
    name: "Opening hours",
    hint: "Another page while you're open",
    make: (_, timezone) => [
      {
        name: "Open",
        when: { days: [...forDays], hours: { from: "09:00", until: "18:00" }, timezone },
        to: "",
      },
    ],
  },
  {
    name: "A/B test",
    hint: "Half of the visitors to each page",
    make: (target) => [
      {
        name: "A/B test",
        split: [
          { name: "A", to: target, weight: 50 },
          { name: "B", to: "", weight: 50 },
        ],
      },
    ],
  },
];

interface AddRulesProps {
  room: number;
  target: string;
  isFirst: boolean;
  add: (routes: readonly Omit<Route, "id">[], words: string) => void;
}

function AddRules({ room, target, isFirst, add }: AddRulesProps) {
  const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  const fill = ({ name, make }: Template) => {
    const routes = make(target.trim(), zone());
    const rules = routes.length === 1 ? "1 rule" : `${routes.length} rules`;
    add(routes, `${rules} of the template ${name} added`);
  };
  const fitting = templates.filter(({ make }) => make("", "UTC").length <= room);
  return (
    <div className="mt-3 grid gap-3">
      <div>
        <Button id="add-rule" onClick={() => add([{ when: {}, to: "" }], "Rule added")}>
          <Plus size={16} strokeWidth={1.6} aria-hidden />
          Add a rule
        </Button>
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-small text-ink-3">
          {isFirst ? "Or start from a template" : "Or add a template"}
        </legend>
        <div className="rule-pair grid gap-2 sm:grid-cols-2">
          {fitting.map((template) => (
            <button
              key={template.name}
              type="button"
              onClick={() => fill(template)}
              className="rounded-control border border-line-strong bg-surface px-3 py-2 text-left hover:bg-canvas touch:min-h-11"
            >
              <span className="block text-body font-medium">{template.name}</span>
              <span className="block text-small text-ink-3">{template.hint}</span>
            </button>
          ))}
        </div>
      </fieldset>
    </div>
  );
}

interface DragOptions {
  routes: readonly Route[];
  change: (routes: readonly Route[]) => void;
  onDrop: (from: number, to: number) => void;
}

/** Moves a rule while its handle is dragged: as soon as the pointer is past the middle of a neighbour. */
function useDrag({ routes, ...options }: DragOptions) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const grab = (event: PointerEvent, start: number) => {
    if (event.button !== 0 || routes[start] === undefined) return;
    event.preventDefault();
    let place = start;
    // Several moves may come before one is drawn.
    let order = routes;
    setDragged(routes[start].id);
    const onMove = ({ clientY }: { clientY: number }) => {
      const to = findPlace(list.current, place, clientY);
      if (to === place) return;
      order = moveRoute(order, place, to);
      place = to;
      latest.current.change(order);
    };
    const end = () => {
      stop.current?.();
      if (place !== start) latest.current.onDrop(start, place);
    };
    stop.current = () => {
      removeEventListener("pointermove", onMove);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      stop.current = null;
      setDragged(null);
    };
    addEventListener("pointermove", onMove);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  };
  return { list, dragged, grab };
}

function findPlace(list: HTMLElement | null, place: number, y: number): number {
  const middleOf = (index: number) => {
    const box = list?.children[index]?.getBoundingClientRect();
    return box === undefined ? null : box.top + box.height / 2;
  };
  const [above, below] = [middleOf(place - 1), middleOf(place + 1)];
  if (above !== null && y < above) return place - 1;
  return below !== null && y > below ? place + 1 : place;
}
