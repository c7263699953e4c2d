import { LinkSign } from "../../ui/link-sign";
import type { Place } from "./places";

/** The place's sign. */
export function PlaceIcon({ Icon, size }: { Icon: Place["Icon"]; size: number }) {
  return (
    <LinkSign className="group-aria-[current]:text-accent">
      <Icon size={size} strokeWidth={1.6} aria-hidden />
    </LinkSign>
  );
}
