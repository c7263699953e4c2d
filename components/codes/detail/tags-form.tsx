"use client";

import { useRef, useState } from "react";
import { Button, SubmitButton } from "../../ui/button";
import { RefusalNote } from "../../ui/form/refusal-note";
import { useForm } from "../../ui/form/use-form";
import { toast } from "../../ui/toast";
import type { DetailActions } from "../actions";
import { checkTags } from "../tags";
import { enter, TagsField } from "../tags-field";

interface TagsFormProps {
  codeId: string;
  tags: readonly string[];
  actions: Pick<DetailActions, "changeTags" | "listTags">;
  onClose: () => void;
}

export function TagsForm({ codeId, tags: before, actions, onClose }: TagsFormProps) {
  const [entered, setEntered] = useState(() => enter(before));
  const list = entered.all.join(",");
  /** What was last checked: a fault of the form is about that. */
  const checked = useRef("");
  const { form, field, refusal, isBusy } = useForm({
    id: "tags",
    send: actions.changeTags,
    loadCheck: async () => (data) => {
      checked.current = String(data.get("tags"));
      return checkTags(data);
    },
    onDone: () => {
      onClose();
      toast.done("Tags saved.");
    },
  });
  return (
    <form {...form} className="grid gap-3 pt-1 pb-4">
      <RefusalNote refusal={refusal} />
      <input type="hidden" name="id" value={codeId} />
      <input type="hidden" name="tags" value={list} />
      <TagsField
        id="tags-entered"
        entered={entered}
        fault={checked.current === list ? field("tags").fault : undefined}
        listTags={actions.listTags}
        onChange={setEntered}
        onEscape={onClose}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton kind="secondary" isBusy={isBusy} busyWord="Saving" label="Save" />
        <Button kind="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
