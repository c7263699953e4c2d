"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { DeleteCodeDialog } from "../../codes/deletion/delete-code-dialog";
import { Button } from "../../ui/button";
import type { DetailActions } from "../actions";
import { type EndableCode, useCodeSwitch } from "./use-code-switch";

interface EndButtonsProps {
  code: EndableCode;
  actions: DetailActions;
}

/** Off for a while, or gone for good. */
export function EndButtons({ code, actions }: EndButtonsProps) {
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
