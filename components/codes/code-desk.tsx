"use client";

import {
  Copy,
  CopyPlus,
  Download,
  Image,
  Link2,
  ListChecks,
  PanelRight,
  Pencil,
  Power,
  Trash2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import {
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { ContextMenu } from "../ui/context-menu";
import { copyBlob, copyShortLink } from "../ui/copy-or-save";
import type { Answer } from "../ui/form/answer";
import { type MenuItem, MoreMenu, menuIcon } from "../ui/menu";
import { toast } from "../ui/toast";
import type { CodeActions, DeskCode } from "./actions";
import { type Selection, type ShownPage, useChosen, useSelection } from "./bulk-actions/store";
import { fetchPicture, pictureUrl, quickFiles, saveFile } from "./code-thumb";
import type { DeleteCodeDialog } from "./delete-code-dialog";

const isDone = () => true;
const isBarred = () => false;
interface Desk {
  itemsFor: (code: DeskCode) => MenuItem[];
  copy: (code: DeskCode) => void;
}

const DeskContext = createContext<Desk | null>(null);

function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("Codes are worked on within a CodeDesk.");
  return desk;
}

export function CodeDesk({ actions, children }: { actions: CodeActions; children: ReactNode }) {
  const work = useCodeWork(actions);
  const deletion = useDeletion();
  const selection = useSelection();
  const desk: Desk = {
    itemsFor: (code) => listMenuItems(code, work, deletion.ask, selection),
    copy: (code) => (code.shortUrl === null ? work.copyPicture(code) : work.copyLink(code)),
  };
  const { code, Dialog } = deletion;
  return (
    <DeskContext value={desk}>
      {children}
      {code !== null && Dialog !== null && (
        <Dialog
          code={code}
          isOpen={deletion.isOpen}
          onClose={deletion.close}
          onGone={deletion.forget}
          actions={actions}
          onDeleted={deletion.refresh}
        />
      )}
    </DeskContext>
  );
}

/** The code that is asked about; it is kept while the dialog goes. What draws the dialog is loaded with the first one. */
function useDeletion() {
  const router = useRouter();
  const [code, setCode] = useState<DeskCode | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [Dialog, setDialog] = useState<ComponentType<Parameters<typeof DeleteCodeDialog>[0]> | null>(null);
  return {
    code,
    isOpen,
    Dialog,
    async ask(next: DeskCode) {
      const loaded = await import("./delete-code-dialog").catch(() => null);
      if (loaded === null) return toast.fault("The connection dropped. Choose it again.");
      setDialog(() => loaded.DeleteCodeDialog);
      setCode(next);
      setOpen(true);
    },
    close: () => setOpen(false),
    forget: () => setCode(null),
    refresh() {
      router.refresh();
      // What opened the dialog goes with its code.
      document.getElementById("main")?.focus();
    },
  };
}

function listMenuItems(
  code: DeskCode,
  work: ReturnType<typeof useCodeWork>,
  askDelete: (code: DeskCode) => void,
  selection: Selection | null,
): MenuItem[] {
  return [
    { name: "Open", icon: <PanelRight {...menuIcon} />, onChoose: () => work.open(code) },
    { name: "Edit", icon: <Pencil {...menuIcon} />, onChoose: () => work.edit(code) },
    ...(selection === null
      ? []
      : [
          {
            name: selection.store.has(code.id) ? "Deselect" : "Select",
            icon: <ListChecks {...menuIcon} />,
            onChoose: () => selection.toggle(code.id),
          },
        ]),
    ...quickFiles.map(({ name, ...file }, index) => ({
      name: `Download ${name}`,
      icon: <Download {...menuIcon} />,
      isApart: index === 0,
      onChoose: () => saveFile(pictureUrl(code, { ...file, download: true })),
    })),
    ...(code.shortUrl === null
      ? []
      : [
          {
            name: "Copy short link",
            icon: <Link2 {...menuIcon} />,
            isApart: true,
            onChoose: () => work.copyLink(code),
          },
        ]),
    {
      name: "Copy picture",
      icon: <Image {...menuIcon} />,
      isApart: code.shortUrl === null,
      onChoose: () => work.copyPicture(code),
    },
    {
      name: "Duplicate",
      icon: <CopyPlus {...menuIcon} />,
      isApart: true,
      onChoose: () => work.duplicate(code),
    },
    ...(code.isDynamic
      ? [
          {
            name: code.isOff ? "Switch on" : "Switch off",
            icon: <Power {...menuIcon} />,
            onChoose: () => work.setActive(code, code.isOff),
          },
        ]
      : []),
    { name: "Delete", icon: <Trash2 {...menuIcon} />, isDanger: true, onChoose: () => askDelete(code) },
  ];
}

function useCodeWork({ switchCode, duplicateCode }: CodeActions) {
  const router = useRouter();
  return {
    open: (code: DeskCode) => router.push(`/codes/${code.id}`),
    edit: (code: DeskCode) => router.push(`/codes/${code.id}/edit`),

    copyLink: ({ name, shortUrl }: DeskCode) => copyShortLink(shortUrl ?? "", name),

    async copyPicture(code: DeskCode) {
      const isCopied = await copyBlob("image/png", fetchPicture(code)).then(isDone, isBarred);
      if (isCopied) toast.done(`Picture of “${code.name}” copied.`);
      else toast.fault("The picture wasn't copied. Download it.");
    },

    async setActive({ id, name }: DeskCode, isActive: boolean) {
      const answer = await settle(switchCode(id, isActive), "Not changed: the connection dropped.");
      if (answer !== undefined) toast.done(`“${name}” is ${isActive ? "on" : "off"}.`);
    },

    async duplicate({ id }: DeskCode) {
      const answer = await settle(
        duplicateCode(id),
        "The connection dropped. Check whether the copy was created.",
      );
      if (answer === undefined) return;
      toast.done("Copy created. Change what should differ.");
      router.push(`/codes/${answer.id}/edit`);
    },
  };
}

/** What came of it; undefined once the refusal has been said. */
async function settle<T>(work: Promise<Answer<T>>, dropped: string): Promise<T | undefined> {
  const answer = await work.catch(() => null);
  if (answer === null) toast.fault(dropped);
  else if ("refusal" in answer) toast.fault(answer.refusal.sentence ?? "Nothing was changed.");
  else return answer.done;
  return undefined;
}

export function CodeMenu({ code, className }: { code: DeskCode; className?: string }) {
  const { itemsFor } = useDesk();
  return <MoreMenu label={`Actions for ${code.name}`} items={itemsFor(code)} className={className} />;
}

const small =
  "inline-flex size-7 shrink-0 items-center justify-center rounded-medium border border-line-strong bg-surface text-ink-2 hover:bg-canvas hover:text-ink touch:size-11";

const [png] = quickFiles;

export function CardActions({ code }: { code: DeskCode }) {
  const { copy } = useDesk();
  const copies = code.shortUrl === null ? "Copy picture" : "Copy short link";
  return (
    <>
      <a
        href={pictureUrl(code, { format: png.format, size: png.size, download: true })}
        download
        title={`Download ${png.name}`}
        aria-label={`Download ${code.name}, ${png.name}`}
        className={small}
      >
        <Download size={14} strokeWidth={1.6} aria-hidden />
      </a>
      <button
        type="button"
        title={copies}
        aria-label={`${copies} of ${code.name}`}
        className={small}
        onClick={() => copy(code)}
      >
        <Copy size={14} strokeWidth={1.6} aria-hidden />
      </button>
      <CodeMenu code={code} className={small} />
    </>
  );
}

/** A press that lasts so long is meant for choosing; systems open their own menus a little later. */
const longPressMs = 450;

/** A finger that moves further scrolls. */
const mostMovedPx = 10;

const controls = "input, button, select, textarea, [role=menuitem]";

interface CodeAreaProps {
  codes: readonly DeskCode[];
  total: number;
  children: ReactNode;
}

/** Around a gallery or a table: on right click a code's menu. Elements say by `data-code` whose they are. */
export function CodeArea({ codes, total, children }: CodeAreaProps) {
  const { itemsFor } = useDesk();
  const ids = useMemo(() => codes.map(({ id }) => id), [codes]);
  const itemsAt = (target: Element) => {
    const id = target.closest("[data-code]")?.getAttribute("data-code");
    const code = codes.find((known) => known.id === id);
    return code === undefined ? null : itemsFor(code);
  };
  return (
    <ContextMenu label="Actions for the code" itemsAt={itemsAt}>
      <PickArea ids={ids} total={total}>
        {children}
      </PickArea>
    </ContextMenu>
  );
}

/** Around the codes of a page: keys and fingers choose among them. Elements say by `data-code` whose they are. */
function PickArea({ ids, total, children }: ShownPage & { children: ReactNode }) {
  const selection = useSelection();
  const isOn = useChosen((store) => store.isOn(), false);
  const picking = usePicking(selection?.toggle ?? null);
  const store = selection?.store;
  useEffect(() => {
    store?.show({ ids, total });
    return () => store?.show({ ids: [], total: 0 });
  }, [store, ids, total]);
  return (
    <div data-selecting={isOn || undefined} data-pickable={selection !== null || undefined} {...picking}>
      {children}
    </div>
  );
}

function codeAt(target: EventTarget): string | null {
  if (!(target instanceof Element) || target.closest(controls) !== null) return null;
  return target.closest("[data-code]")?.getAttribute("data-code") ?? null;
}

type Toggle = (id: string, isRange?: boolean) => void;

/** Chooses codes by x and the space bar on a code that has the focus, and by a long press of a finger. Null: not here. */
function usePicking(toggle: Toggle | null) {
  const touch = useLongPress(toggle);
  if (toggle === null) return {};
  return {
    ...touch,
    onKeyDown(event: KeyboardEvent) {
      const isKey = event.key === " " || event.key.toLowerCase() === "x";
      if (!isKey || event.ctrlKey || event.metaKey || event.altKey) return;
      const id = codeAt(event.target);
      if (id === null) return;
      event.preventDefault();
      toggle(id, event.shiftKey);
    },
  };
}

function useLongPress(toggle: Toggle | null) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  /** The press has chosen: the click that it ends with opens nothing. */
  const hasChosen = useRef(false);
  const end = () => {
    if (press.current !== null) clearTimeout(press.current.timer);
    press.current = null;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    onPointerDown(event: PointerEvent) {
      end();
      hasChosen.current = false;
      const id = event.pointerType === "touch" && event.isPrimary ? codeAt(event.target) : null;
      if (id === null) return;
      const choose = () => {
        hasChosen.current = true;
        toggle?.(id);
      };
      press.current = { timer: setTimeout(choose, longPressMs), x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.current === null) return;
      if (Math.hypot(clientX - press.current.x, clientY - press.current.y) > mostMovedPx) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture(event: MouseEvent) {
      if (!hasChosen.current) return;
      hasChosen.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu(event: MouseEvent) {
      if (press.current !== null || hasChosen.current) event.preventDefault();
    },
  };
}
