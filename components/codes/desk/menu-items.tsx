import {
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
import type { MenuItem } from "../../ui/menu";
import { pictureUrl } from "../picture-url";
import type { Selection } from "../selection/use-selection";
import type { DeskCode } from "./actions";
import { quickFiles, saveFile } from "./code-files";
import type { useCodeWork } from "./use-code-work";

const icon = { size: 16, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };

/** What can be done with one code, the same by button and by right click. */
export function listMenuItems(
  code: DeskCode,
  work: ReturnType<typeof useCodeWork>,
  askDelete: (code: DeskCode) => void,
  selection: Selection | null,
): MenuItem[] {
  return [
    { name: "Open", icon: <PanelRight {...icon} />, onChoose: () => work.open(code) },
    { name: "Edit", icon: <Pencil {...icon} />, onChoose: () => work.edit(code) },
    ...(selection === null
      ? []
      : [
          {
            name: selection.store.has(code.id) ? "Let go" : "Select",
            icon: <ListChecks {...icon} />,
            onChoose: () => selection.toggle(code.id),
          },
        ]),
    ...quickFiles.map(({ name, ...file }, index) => ({
      name: `Download ${name}`,
      icon: <Download {...icon} />,
      isApart: index === 0,
      onChoose: () => saveFile(pictureUrl(code, { ...file, download: true })),
    })),
    ...(code.shortUrl === null
      ? []
      : [
          {
            name: "Copy short link",
            icon: <Link2 {...icon} />,
            isApart: true,
            onChoose: () => work.copyLink(code),
          },
        ]),
    {
      name: "Copy picture",
      icon: <Image {...icon} />,
      isApart: code.shortUrl === null,
      onChoose: () => work.copyPicture(code),
    },
    { name: "Duplicate", icon: <CopyPlus {...icon} />, isApart: true, onChoose: () => work.duplicate(code) },
    ...(code.isDynamic
      ? [
          {
            name: code.isOff ? "Switch on" : "Switch off",
            icon: <Power {...icon} />,
            onChoose: () => work.setActive(code, code.isOff),
          },
        ]
      : []),
    { name: "Delete", icon: <Trash2 {...icon} />, isDanger: true, onChoose: () => askDelete(code) },
  ];
}
