"use client";

import { startTransition } from "react";
import type { CodeToDelete } from "../../codes/deletion/actions";
import { say } from "../../ui/say";
import type { DetailActions } from "../actions";
import { ask } from "../ask";

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
