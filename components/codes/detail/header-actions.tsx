"use client";

import {
  Archive,
  ArchiveRestore,
  Copy,
  ExternalLink,
  Eye,
  Files,
  Link2,
  Pencil,
  Power,
  Trash2,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { Button, buttonClasses } from "../../ui/button";
import { copyShortLink } from "../../ui/copy-or-save";
import { LinkSign } from "../../ui/link-sign";
import { ButtonLink } from "../../ui/links";
import { loadLater } from "../../ui/load-later";
import { type MenuItem, MoreMenu, menuIcon } from "../../ui/menu";
import { toast } from "../../ui/toast";
import { ask, type DetailActions } from "../actions";
import type { CodeToDelete } from "../delete-code-dialog";
import { useArchive } from "./order-rows";

const DeleteCodeDialog = loadLater(() =>
  import("../delete-code-dialog").then((loaded) => loaded.DeleteCodeDialog),
);

interface HeaderActionsProps {
  code: EndableCode & { shortUrl: string | null; target: string | null; isArchived: boolean };
  actions: DetailActions;
}

export function HeaderActions({ code, actions }: HeaderActionsProps) {
  const deletion = useDeletion(code, actions);
  const items = useItems(code, actions, deletion.ask);
  return (
    <>
      <MoreMenu
        label={`More for ${code.name}`}
        items={items}
        className={buttonClasses({ kind: "secondary", shape: "icon" })}
      />
      <ButtonLink href={`/codes/${code.id}/edit`} className="max-sm:size-11 max-sm:px-0">
        <LinkSign>
          <Pencil size={16} strokeWidth={1.6} aria-hidden />
        </LinkSign>
        <span className="max-sm:sr-only">Edit</span>
      </ButtonLink>
      {deletion.dialog}
    </>
  );
}

function useItems(
  code: HeaderActionsProps["code"],
  actions: DetailActions,
  askToDelete: () => void,
): MenuItem[] {
  const switchCode = useCodeSwitch(code, actions.switchCode);
  const duplicate = useDuplicate(code.id, actions.duplicateCode);
  const archive = useArchive(code, actions.archiveCode);
  const { shortUrl, target } = code;
  const open = (address: string) => window.open(address, "_blank", "noopener,noreferrer");
  return [
    ...(target === null
      ? []
      : [{ name: "Open target", icon: <ExternalLink {...menuIcon} />, onChoose: () => open(target) }]),
    ...(shortUrl === null
      ? []
      : [
          {
            name: "Copy short link",
            icon: <Link2 {...menuIcon} />,
            onChoose: () => void copyShortLink(shortUrl),
          },
          { name: "See its target", icon: <Eye {...menuIcon} />, onChoose: () => open(`${shortUrl}+`) },
        ]),
    { name: "Duplicate", icon: <Copy {...menuIcon} />, onChoose: () => startTransition(() => duplicate()) },
    ...(code.isDynamic
      ? [
          {
            name: code.isOff ? "Switch on" : "Switch off",
            icon: <Power {...menuIcon} />,
            onChoose: switchCode,
          },
        ]
      : [
          {
            name: "Copy as dynamic",
            icon: <Files {...menuIcon} />,
            onChoose: () => startTransition(() => duplicate(true)),
          },
        ]),
    code.isArchived
      ? { name: "Unarchive", icon: <ArchiveRestore {...menuIcon} />, onChoose: archive }
      : { name: "Archive", icon: <Archive {...menuIcon} />, onChoose: archive },
    { name: "Delete", icon: <Trash2 {...menuIcon} />, isDanger: true, onChoose: askToDelete },
  ];
}

/** A short URL and the button that copies it; `copies` names the button where a page has several. */
export function ShortLink({
  shortUrl,
  copies = "Copy the short link",
}: {
  shortUrl: string;
  copies?: string;
}) {
  return (
    <p className="inline-flex max-w-full items-center gap-1">
      <a
        href={shortUrl}
        target="_blank"
        rel="noreferrer"
        className="min-w-0 font-mono text-mono text-accent [overflow-wrap:anywhere] hover:underline"
      >
        {shortUrl.replace(/^https?:\/\//, "")}
      </a>
      <button
        type="button"
        aria-label={copies}
        title={copies}
        className={buttonClasses({ kind: "ghost", shape: "icon" })}
        onClick={() => copyShortLink(shortUrl)}
      >
        <Copy size={16} strokeWidth={1.6} aria-hidden />
      </button>
    </p>
  );
}

interface CopyAsDynamicProps {
  codeId: string;
  duplicateCode: DetailActions["duplicateCode"];
}

export function CopyAsDynamic({ codeId, duplicateCode }: CopyAsDynamicProps) {
  const duplicate = useDuplicate(codeId, duplicateCode);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button onClick={() => startTransition(() => duplicate(true))}>Copy as dynamic</Button>
      <span className="text-small text-ink-3">
        Its target can be changed after printing, and scans are counted.
      </span>
    </div>
  );
}

function useDuplicate(id: string, duplicateCode: DetailActions["duplicateCode"]) {
  const router = useRouter();
  return async (asDynamic?: boolean) => {
    const copy = await ask(() => duplicateCode(id, asDynamic));
    if (copy === null) return;
    router.push(`/codes/${copy.done.id}`);
    toast.done(asDynamic ? "Copy created. It is dynamic." : "Copy created.");
  };
}

export function EndButtons({ code, actions }: { code: EndableCode; actions: DetailActions }) {
  const deletion = useDeletion(code, actions);
  const switchCode = useCodeSwitch(code, actions.switchCode);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {code.isDynamic && <Button onClick={switchCode}>{code.isOff ? "Switch on" : "Switch off"}</Button>}
      <Button kind="danger" onClick={deletion.ask}>
        Delete for good
      </Button>
      {deletion.dialog}
    </div>
  );
}

export interface EndableCode extends CodeToDelete {
  isOff: boolean;
}

function useCodeSwitch({ id, name, isOff }: EndableCode, switchCode: DetailActions["switchCode"]) {
  return () =>
    startTransition(async () => {
      if (await ask(() => switchCode(id, isOff))) toast.done(`“${name}” is ${isOff ? "on" : "off"}.`);
    });
}

/** The dialog in which a code is deleted, loaded when it is asked for. */
function useDeletion(code: CodeToDelete, actions: DetailActions) {
  const router = useRouter();
  const [isOpen, setOpen] = useState<boolean>();
  const dialog = isOpen !== undefined && (
    <DeleteCodeDialog
      code={code}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      actions={actions}
      onDeleted={() => router.push("/codes")}
    />
  );
  return { dialog, ask: () => setOpen(true) };
}
