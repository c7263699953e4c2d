"use client";

import {
  Archive,
  ArchiveRestore,
  Clock,
  Download,
  Ellipsis,
  Link2,
  Palette,
  Printer,
  Tag,
  TagX,
  Trash2,
  X,
} from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type MouseEvent, useEffect, useRef, useState } from "react";
import { buttonClasses } from "../../ui/button";
import { formatCount } from "../../ui/counts";
import { callSafely } from "../../ui/form/call-safely";
import { loadLater } from "../../ui/load-later";
import { Menu, type MenuItem, MoreMenu, menuIcon } from "../../ui/menu";
import { Spinner } from "../../ui/spinner";
import { toast } from "../../ui/toast";
import type { ManyActions } from "../actions";
import { isFiltered } from "../list/list-filters";
import { readListState } from "../list/list-state";
import type { ListingWork } from "./listing-dialog";
import { mostSelected, type Selection, showSelectionFull, useChosen } from "./store";

const StyleDialog = loadLater(() => import("./style-dialog").then((loaded) => loaded.StyleDialog));
const TargetDialog = loadLater(() => import("./target-dialog").then((loaded) => loaded.TargetDialog));
const TimesDialog = loadLater(() => import("./times-dialog").then((loaded) => loaded.TimesDialog));

const ListingDialog = loadLater(() => import("./listing-dialog").then((loaded) => loaded.ListingDialog));

const DeleteManyDialog = loadLater(() =>
  import("./delete-many-dialog").then((loaded) => loaded.DeleteManyDialog),
);

const FilesDialog = loadLater(() =>
  import("../../downloads/files-dialog").then((loaded) => loaded.FilesDialog),
);

const LabelsDialog = loadLater(() =>
  import("../../downloads/labels-dialog").then((loaded) => loaded.LabelsDialog),
);

export interface FloatingBarProps {
  actions: ManyActions;
  zone: string;
  selection: Selection;
}

export function FloatingBar({ actions, zone, selection }: FloatingBarProps) {
  const { store } = selection;
  const isOn = useChosen((each) => each.isOn(), false);
  const chosen = useChosen((each) => each.list(), none);
  const [doing, setDoing] = useState<{
    what: Doing;
    ids: readonly string[];
    isOpen: boolean;
    time: number;
  } | null>(null);
  useRoomAtFoot(isOn);
  useOneList(selection);
  const begin = (what: Doing) => {
    if (chosen.length === 0) return toast.done("Select at least one code first.");
    setDoing((last) => ({ what, ids: chosen, isOpen: true, time: (last?.time ?? 0) + 1 }));
  };
  return (
    <>
      {isOn && (
        <section
          aria-label="Selection"
          tabIndex={-1}
          className="pointer-events-none outline-none fixed inset-x-4 bottom-[calc(57px+12px+env(safe-area-inset-bottom))] z-30 flex justify-center md:bottom-7 md:left-[calc(4rem+1rem)] xl:left-[calc(14.5rem+1rem)]"
        >
          <div className="pointer-events-auto flex h-12 max-w-full items-center gap-1 rounded-float bg-raised pr-1.5 pl-4 shadow-float forced-colors:border">
            <p className="mr-1 shrink-0 font-medium whitespace-nowrap">
              {formatCount(chosen.length)} selected
            </p>
            <SelectAll actions={actions} selection={selection} />
            <Doings begin={begin} />
            <button
              type="button"
              aria-label="Clear the selection"
              title="Clear the selection (Esc)"
              onClick={() => {
                store.clear();
                document.getElementById("main")?.focus();
              }}
              className={buttonClasses({ kind: "ghost", shape: "icon" })}
            >
              <X size={16} strokeWidth={1.6} aria-hidden />
            </button>
          </div>
        </section>
      )}
      {doing !== null && (
        <BarDialogs
          key={doing.time}
          what={doing.what}
          ids={doing.ids}
          isOpen={doing.isOpen}
          actions={actions}
          zone={zone}
          onClose={() => setDoing({ ...doing, isOpen: false })}
          onGone={(ids) => store.drop(ids)}
        />
      )}
    </>
  );
}

const none: readonly string[] = [];

function Doings({ begin }: { begin: (what: Doing) => void }) {
  const isArchive = useSearchParams().get("archived") === "true";
  const doings = listDoings(begin);
  const more = listMoreDoings(begin, isArchive);
  return (
    <>
      <span className="mx-1 h-6 w-px shrink-0 bg-line max-[75rem]:hidden" aria-hidden />
      <div className="flex items-center max-[75rem]:hidden">
        {doings.map(({ name, icon, isDanger, onChoose }) => (
          <button
            key={name}
            type="button"
            onClick={onChoose}
            className={buttonClasses({
              kind: "ghost",
              className: `px-2.5! text-small! font-normal! ${isDanger ? "text-stop!" : ""}`,
            })}
          >
            {icon}
            {name}
          </button>
        ))}
        <MoreMenu label="More actions" items={more} />
      </div>
      <div className="min-[75rem]:hidden">
        <Menu
          trigger={
            <button type="button" className={buttonClasses({ kind: "secondary", className: "px-3!" })}>
              <Ellipsis size={16} strokeWidth={1.6} aria-hidden />
              Actions
            </button>
          }
          items={[...doings.slice(0, 3), ...apart(more), ...doings.slice(3)]}
        />
      </div>
    </>
  );
}

function SelectAll({ actions, selection }: Pick<FloatingBarProps, "actions" | "selection">) {
  const { store } = selection;
  const state = readListState(Object.fromEntries(useSearchParams()));
  const { total } = useChosen((each) => each.page(), noPage);
  const count = useChosen((each) => each.list().length, 0);
  const [isBusy, setBusy] = useState(false);
  const most = Math.min(total, mostSelected);
  if (total === 0 || (count >= most && !isFiltered(state))) return null;
  const choose = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (isBusy) return;
    setBusy(true);
    const { view: _, page: _page, ...query } = state;
    const answer = await callSafely(() => actions.findMatchingCodes(query));
    setBusy(false);
    if (answer === null) return;
    if ("refusal" in answer) return toast.fault(answer.refusal.sentence ?? "They couldn't be selected.");
    // The button goes once all are selected.
    if (currentTarget === document.activeElement) currentTarget.closest("section")?.focus();
    if (!store.set(answer.done.ids, true)) showSelectionFull();
  };
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={choose}
      className={buttonClasses({ kind: "ghost", className: "px-2! text-small! text-accent! touch:min-w-11" })}
    >
      {isBusy && <Spinner />}
      <span className="max-sm:hidden">Select all {formatCount(most)}</span>
      <span className="sm:hidden">All {formatCount(most)}</span>
      <span className="max-lg:hidden">{isFiltered(state) && "that match"}</span>
    </button>
  );
}

const noPage = { ids: [], total: 0 };

/** What was chosen in the list of codes is not what the archive shows, and the other way round. */
function useOneList({ store }: Selection): void {
  const isArchive = useSearchParams().get("archived") === "true";
  const shown = useRef(isArchive);
  useEffect(() => {
    if (shown.current === isArchive) return;
    shown.current = isArchive;
    store.clear();
  }, [isArchive, store]);
}

function useRoomAtFoot(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const { dataset } = document.documentElement;
    dataset.bar = "";
    return () => {
      delete dataset.bar;
    };
  }, [isOn]);
}

function listDoings(begin: (what: Doing) => void): MenuItem[] {
  return [
    { name: "Change style", icon: <Palette {...menuIcon} />, onChoose: () => begin("style") },
    { name: "Change target", icon: <Link2 {...menuIcon} />, onChoose: () => begin("target") },
    { name: "Turn on or off", icon: <Clock {...menuIcon} />, onChoose: () => begin("times") },
    { name: "Download", icon: <Download {...menuIcon} />, isApart: true, onChoose: () => begin("files") },
    { name: "Labels", icon: <Printer {...menuIcon} />, onChoose: () => begin("labels") },
    {
      name: "Delete",
      icon: <Trash2 {...menuIcon} />,
      isApart: true,
      isDanger: true,
      onChoose: () => begin("delete"),
    },
  ];
}

/** Where the list shows codes. */
function listMoreDoings(begin: (what: Doing) => void, isArchive: boolean): MenuItem[] {
  return [
    { name: "Add tag", icon: <Tag {...menuIcon} />, onChoose: () => begin("tag") },
    { name: "Remove tag", icon: <TagX {...menuIcon} />, onChoose: () => begin("untag") },
    isArchive
      ? { name: "Unarchive", icon: <ArchiveRestore {...menuIcon} />, onChoose: () => begin("unarchive") }
      : { name: "Archive", icon: <Archive {...menuIcon} />, onChoose: () => begin("archive") },
  ];
}

const apart = ([first, ...others]: MenuItem[]): MenuItem[] =>
  first === undefined ? [] : [{ ...first, isApart: true }, ...others];

type Doing = "style" | "target" | "times" | "files" | "labels" | "delete" | ListingWork;

interface BarDialogsProps {
  what: Doing;
  ids: readonly string[];
  isOpen: boolean;
  actions: ManyActions;
  zone: string;
  onClose: () => void;
  onGone: (ids: readonly string[]) => void;
}

function BarDialogs({ what, ids, isOpen, actions, zone, onClose, onGone }: BarDialogsProps) {
  const dialog = { ids, isOpen, actions, onClose };
  switch (what) {
    case "style":
      return <StyleDialog {...dialog} />;
    case "target":
      return <TargetDialog {...dialog} />;
    case "times":
      return <TimesDialog {...dialog} zone={zone} />;
    case "delete":
      return <DeleteManyDialog {...dialog} onDeleted={onGone} />;
    case "tag":
    case "untag":
    case "archive":
    case "unarchive":
      return <ListingDialog {...dialog} work={what} onMoved={onGone} />;
    case "files":
      return <FilesDialog ids={[...ids]} isOpen={isOpen} onClose={onClose} />;
    case "labels":
      return <LabelsDialog ids={[...ids]} isOpen={isOpen} onClose={onClose} />;
  }
}
