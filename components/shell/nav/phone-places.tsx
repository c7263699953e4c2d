"use client";

import { type ComponentType, useState } from "react";
import { say } from "../../ui/say";
import { FootPlaces } from "./foot-places";
import type { Person } from "./person";

interface SheetState {
  isOpen: boolean;
  onClose: () => void;
}

/** The foot of a phone, and what its "Account" opens; that is loaded when it is first asked for. */
export function PhonePlaces(props: Person) {
  const [isOpen, setOpen] = useState(false);
  const [Sheet, setSheet] = useState<ComponentType<Person & SheetState> | null>(null);
  const open = async () => {
    try {
      const loaded = await import("./account-sheet");
      setSheet(() => loaded.AccountSheet);
      setOpen(true);
    } catch {
      say.fault("That didn't load. Look at your connection and try again.");
    }
  };
  return (
    <>
      <FootPlaces standing={{ plan: props.usage.plan, isOperator: props.isOperator }} onAccount={open} />
      {Sheet && <Sheet {...props} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
