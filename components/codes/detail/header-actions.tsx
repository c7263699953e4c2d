"use client";

import { Copy, Ellipsis, ExternalLink, Eye, Files, Link2, Pencil, Power, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { buttonClasses } from "../../ui/button";
import { LinkSign } from "../../ui/link-sign";
import { Menu, type MenuItem } from "../../ui/menu";
import { copyShortLink } from "../actions/copy-short-link";
import { DeleteCodeDialog } from "../delete-code-dialog";
import type { DetailActions } from "./actions";
import { useDuplicate } from "./copy-as-dynamic";
import { type EndableCode, useCodeSwitch } from "./danger-buttons";

interface HeaderActionsProps {
  code: EndableCode & { shortUrl: string | null; target: string | null };
  actions: DetailActions;
}

const icon = { size: 16, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };

/** Everything that can be done with the code as a whole. */
export function HeaderActions({ code, actions }: HeaderActionsProps) {
  const router = useRouter();
  const [isDeleting, setDeleting] = useState(false);
  const items = useItems(code, actions, () => setDeleting(true));
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`More for ${code.name}`}
            className={buttonClasses({ kind: "secondary", shape: "icon" })}
          >
            <Ellipsis size={16} strokeWidth={1.6} aria-hidden />
          </button>
        }
        items={items}
      />
      <Link
        href={`/codes/${code.id}/edit`}
        prefetch={false}
        className={buttonClasses({ kind: "secondary", className: "max-sm:size-11 max-sm:px-0" })}
      >
        <LinkSign>
          <Pencil size={16} strokeWidth={1.6} aria-hidden />
        </LinkSign>
        <span className="max-sm:sr-only">Edit</span>
      </Link>
      <DeleteCodeDialog
        code={code}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        actions={actions}
        onDeleted={() => router.push("/codes")}
      />
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
  const { shortUrl, target } = code;
  const open = (address: string) => window.open(address, "_blank", "noopener,noreferrer");
  return [
    ...(target === null
      ? []
      : [{ name: "Open target", icon: <ExternalLink {...icon} />, onChoose: () => open(target) }]),
    ...(shortUrl === null
      ? []
      : [
          {
            name: "Copy short link",
            icon: <Link2 {...icon} />,
            onChoose: () => void copyShortLink(shortUrl),
          },
          { name: "See where it leads", icon: <Eye {...icon} />, onChoose: () => open(`${shortUrl}+`) },
        ]),
    { name: "Duplicate", icon: <Copy {...icon} />, onChoose: () => startTransition(() => duplicate()) },
    ...(code.isDynamic
      ? [{ name: code.isOff ? "Switch on" : "Switch off", icon: <Power {...icon} />, onChoose: switchCode }]
      : [
          {
            name: "Copy as dynamic",
            icon: <Files {...icon} />,
            onChoose: () => startTransition(() => duplicate(true)),
          },
        ]),
    { name: "Delete", icon: <Trash2 {...icon} />, isDanger: true, onChoose: askToDelete },
  ];
}
