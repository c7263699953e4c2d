"use client";

import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { Button } from "../../ui/button";
import { say } from "../../ui/say";
import { type CodeToDelete, DeleteCodeDialog } from "../delete-code-dialog";
import { ask, type DetailActions } from "./actions";

/** Off for a while, or gone for good. */
export function EndButtons({ code, actions }: { code: EndableCode; actions: DetailActions }) {
  const router = useRouter();
  const [isDeleting, setDeleting] = useState(false);
  const switchCode = useCodeSwitch(code, actions.switchCode);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {code.isDynamic && <Button onClick={switchCode}>{code.isOff ? "Switch on" : "Switch off"}</Button>}
      <Button kind="danger" onClick={() => setDeleting(true)}>
        Delete for good
      </Button>
      <DeleteCodeDialog
        code={code}
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        actions={actions}
        onDeleted={() => router.push("/codes")}
      />
    </div>
  );
}

export interface EndableCode extends CodeToDelete {
  isOff: boolean;
}

/** Switches a code off or on, and says so. */
export function useCodeSwitch({ id, name, isOff }: EndableCode, switchCode: DetailActions["switchCode"]) {
  return () =>
    startTransition(async () => {
      if (await ask(() => switchCode(id, isOff))) say.done(`“${name}” is ${isOff ? "on" : "off"}.`);
    });
}
