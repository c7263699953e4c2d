import type { Faults } from "../draft/read-settings";

/** Goes to the first control with a fault, in the order of the page; opens what it is folded into. */
export function focusFault(faults: Faults): void {
  const controls = Object.keys(faults).flatMap(
    (control) => document.getElementById(`field-${control}`) ?? [],
  );
  const [first] = controls.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  first?.closest("details")?.setAttribute("open", "");
  first?.focus();
}
