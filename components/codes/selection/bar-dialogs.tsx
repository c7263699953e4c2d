"use client";

import dynamic from "next/dynamic";
import type { ManyActions } from "./actions";

/** What is done with a selection. */
export type Doing = "style" | "target" | "times" | "files" | "labels" | "delete";

const StyleDialog = dynamic(() => import("./style/style-dialog").then((loaded) => loaded.StyleDialog));
const TargetDialog = dynamic(() => import("./target/target-dialog").then((loaded) => loaded.TargetDialog));
const TimesDialog = dynamic(() => import("./times/times-dialog").then((loaded) => loaded.TimesDialog));
const DeleteManyDialog = dynamic(() =>
  import("./deletion/delete-many-dialog").then((loaded) => loaded.DeleteManyDialog),
);
const FilesDialog = dynamic(() => import("../../prints/files-dialog").then((loaded) => loaded.FilesDialog));
const LabelsDialog = dynamic(() =>
  import("../../prints/labels-dialog").then((loaded) => loaded.LabelsDialog),
);

interface BarDialogsProps {
  what: Doing;
  ids: readonly string[];
  isOpen: boolean;
  actions: ManyActions;
  zone: string;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
}

/** The one that is open; each is loaded when it is first asked for. */
export function BarDialogs({ what, ids, isOpen, actions, zone, onClose, onDeleted }: BarDialogsProps) {
  const dialog = { ids, isOpen, actions, onClose };
  switch (what) {
    case "style":
      return <StyleDialog {...dialog} />;
    case "target":
      return <TargetDialog {...dialog} />;
    case "times":
      return <TimesDialog {...dialog} zone={zone} />;
    case "delete":
      return <DeleteManyDialog {...dialog} onDeleted={onDeleted} />;
    case "files":
      return <FilesDialog ids={[...ids]} isOpen={isOpen} onClose={onClose} />;
    case "labels":
      return <LabelsDialog ids={[...ids]} isOpen={isOpen} onClose={onClose} />;
  }
}
