import { Clock, Download, Link2, Palette, Tags, Trash2 } from "lucide-react";
import type { MenuItem } from "../../ui/menu";
import type { Doing } from "./bar-dialogs";

const icon = { size: 16, strokeWidth: 1.6, className: "shrink-0", "aria-hidden": true };

/** What can be done with many codes, the same in a row and in a menu. */
export function listDoings(begin: (what: Doing) => void): MenuItem[] {
  return [
    { name: "Change style", icon: <Palette {...icon} />, onChoose: () => begin("style") },
    { name: "Change target", icon: <Link2 {...icon} />, onChoose: () => begin("target") },
    { name: "Turn on or off", icon: <Clock {...icon} />, onChoose: () => begin("times") },
    { name: "Download", icon: <Download {...icon} />, isApart: true, onChoose: () => begin("files") },
    { name: "Labels", icon: <Tags {...icon} />, onChoose: () => begin("labels") },
    {
      name: "Delete",
      icon: <Trash2 {...icon} />,
      isApart: true,
      isDanger: true,
      onChoose: () => begin("delete"),
    },
  ];
}
