"use client";

import type { LabelsDone, LabelsProgress } from "@/lib/prints/schema";
import { countOf } from "../ui/counts";
import { Dialog } from "../ui/dialog";
import { LabelsForm } from "./labels-form";
import { useJob } from "./progress";

interface LabelsDialogProps {
  /** Up to 500 of the account's codes; of one alone sheets are filled. */
  ids: readonly string[];
  isOpen: boolean;
  onClose: () => void;
}

export function LabelsDialog({ ids, isOpen, onClose }: LabelsDialogProps) {
  const job = useJob<LabelsProgress, LabelsDone>();
  const close = () => {
    job.reset();
    onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isSticky={job.state.step === "running"}
      isWide
      title={ids.length === 1 ? "Label sheet of this code" : `Label sheets of ${countOf(ids.length, "code")}`}
      lead="Every label is read back from the finished PDF before you get it."
    >
      <LabelsForm ids={ids} job={job} close={close} />
    </Dialog>
  );
}
