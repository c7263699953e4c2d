import type { ReactNode } from "react";
import { sayZone } from "../../../ui/dates";
import { TextField } from "../../../ui/field";
import { Segmented } from "../../../ui/segmented";
import type { TimesOrder } from "../actions";

/** A choice below its name, which the choice says for readers. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <p className="mb-1.5 text-small font-medium" aria-hidden>
        {label}
      </p>
      {children}
    </div>
  );
}

type When = "leave" | "set" | "clear";
const lines = {
  startsAt: { label: "Starts", none: "At once" },
  expiresAt: { label: "Ends", none: "Never" },
} as const;

interface TimeLineProps {
  name: keyof typeof lines;
  zone: string;
  order: TimesOrder;
  onChange: (order: TimesOrder) => void;
}

export function TimeLine({ name, zone, order, onChange }: TimeLineProps) {
  const { label, none } = lines[name];
  const { [name]: value, ...rest } = order;
  const when: When = value === undefined ? "leave" : value === null ? "clear" : "set";
  return (
    <Line label={label}>
      <Segmented<When>
        name={`many-${name}`}
        label={label}
        choices={[
          { value: "leave", name: "As it is" },
          { value: "set", name: "At a time" },
          { value: "clear", name: none },
        ]}
        value={when}
        onChange={(next) =>
          onChange(next === "leave" ? rest : { ...rest, [name]: next === "set" ? "" : null })
        }
      />
      {when === "set" && (
        <TextField
          id={`many-${name}-at`}
          type="datetime-local"
          label={`${label} at`}
          hint={`By the clocks of ${sayZone(zone)}.`}
          value={value ?? ""}
          onChange={(event) => onChange({ ...rest, [name]: event.target.value })}
          className="mt-2"
        />
      )}
    </Line>
  );
}
