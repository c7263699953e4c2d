import type { When } from "@/lib/routes";
import type { FieldFaults } from "../qr-builder/forms/form-fields";
import { Checkbox } from "../ui/checkbox";
import { controlClasses, describeControl, FieldFault } from "../ui/field";
import { MultiPicker, Picker } from "../ui/picker";
import { needsZone } from "./draft";
import { countries, days, devices, formatLanguage, languages, systems } from "./sentence";

export interface WhenFieldsProps {
  when: When;
  /** What the names of its controls begin with, such as `routes.0`. */
  path: string;
  fields: FieldFaults;
  change: (when: When) => void;
}

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A zone comes with the first condition that needs one. */
function withZone(when: When): When {
  return needsZone(when) && !when.timezone ? { ...when, timezone: browserZone() } : when;
}

/** Conditions of a rule; what is left empty doesn't matter. */
export function WhenFields({ when, path, fields, change }: WhenFieldsProps) {
  const set = (part: Partial<When>) => change(withZone({ ...when, ...part }));
  const picker = (member: "os" | "countries" | "languages") => ({
    id: `field-${path}.${member}`,
    chosen: when[member] ?? [],
    fault: fields.faultOf(`${path}.${member}`),
    onChange: (chosen: string[]) => set({ [member]: chosen }),
  });
  return (
    <div className="grid gap-4">
      <Choices
        {...{ path, fields }}
        member="devices"
        legend="Devices"
        choices={devices}
        chosen={when.devices ?? []}
        onChange={(chosen) => set({ devices: chosen })}
      />
      <div className="rule-pair grid gap-4 sm:grid-cols-2">
        <MultiPicker
          {...picker("os")}
          label="Systems"
          items={systems}
          placeholder="Any system"
          emptyNote="No system is called that."
        />
        <MultiPicker
          {...picker("countries")}
          label="Countries"
          items={countries}
          placeholder="Any country"
          emptyNote="No country is called that."
        />
      </div>
      <MultiPicker
        {...picker("languages")}
        label="Languages"
        items={languages}
        placeholder="Any language"
        emptyNote="No language is called that. Type a language tag, such as de-CH."
        hint="Portuguese also matches Brazilian Portuguese. Every language the browser accepts counts."
        nameOf={formatLanguage}
        readTyped={readTag}
      />
      <Choices
        {...{ path, fields }}
        member="days"
        legend="Days"
        choices={days}
        chosen={when.days ?? []}
        onChange={(chosen) => set({ days: chosen })}
      />
      <TimeFields {...{ when, path, fields }} set={set} />
    </div>
  );
}

/** A tag of BCP 47 with a region or script, which the list may lack. */
const readTag = (words: string): string | null =>
  /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){1,3}$/i.test(words) ? words : null;

interface ChoicesProps<T extends string> {
  path: string;
  member: string;
  fields: FieldFaults;
  legend: string;
  choices: readonly { value: T; name: string }[];
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
}

function Choices<T extends string>(props: ChoicesProps<T>) {
  const { path, member, fields, legend, choices, chosen, onChange } = props;
  const id = `field-${path}.${member}`;
  const toggle = (value: T) => {
    const isChosen = (each: T) => (each === value ? !chosen.includes(value) : chosen.includes(each));
    onChange(choices.map((choice) => choice.value).filter(isChosen));
  };
  return (
    <fieldset className="min-w-0">
      <legend className="text-small font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {choices.map(({ value, name }, place) => (
          <Checkbox
            key={value}
            {...(place === 0 && describeControl({ id, fault: fields.faultOf(`${path}.${member}`) }))}
            label={name}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
      <FieldFault id={id} fault={fields.faultOf(`${path}.${member}`)} />
    </fieldset>
  );
}

interface TimeFieldsProps extends Omit<WhenFieldsProps, "change"> {
  set: (part: Partial<When>) => void;
}

function TimeFields({ when, path, fields, set }: TimeFieldsProps) {
  const { hours, dates, timezone } = when;
  const setHours = (from: string, until: string) =>
    set({ hours: from === "" && until === "" ? undefined : { from, until } });
  return (
    <>
      <div className="rule-pair grid gap-4 sm:grid-cols-2">
        <Span
          id={`field-${path}.hours`}
          legend="Hours"
          type="time"
          hint="Hours after midnight belong to the day on which they start."
          fault={fields.faultOf(`${path}.hours`)}
          from={hours?.from ?? ""}
          // A clock's field has no 24:00: midnight is the day's end here.
          until={hours?.until === "24:00" ? "00:00" : (hours?.until ?? "")}
          onFrom={(from) => setHours(from, hours?.until ?? "")}
          onUntil={(until) => setHours(hours?.from ?? "", until === "00:00" ? "24:00" : until)}
          onLeave={() => hours?.from && hours.until && fields.leave(`${path}.hours`)}
        />
        <Span
          id={`field-${path}.dates`}
          legend="Dates"
          type="date"
          hint="The last day is included. You can leave one of them empty."
          fault={fields.faultOf(`${path}.dates`)}
          from={dates?.from ?? ""}
          until={dates?.until ?? ""}
          onFrom={(from) => set({ dates: { ...dates, from: from || undefined } })}
          onUntil={(until) => set({ dates: { ...dates, until: until || undefined } })}
          onLeave={() => fields.leave(`${path}.dates`)}
        />
      </div>
      {needsZone(when) && (
        <div>
          <p className="mb-1.5 text-small font-medium">Time zone</p>
          <Picker
            label={`Time zone, ${timezone ?? "none"}`}
            items={listZones(timezone)}
            chosen={timezone ?? null}
            placeholder="Search time zones"
            emptyNote="No zone is called that."
            onChoose={(zone) => set({ timezone: zone })}
          >
            {timezone ?? "Choose a time zone"}
          </Picker>
          <FieldFault id={`field-${path}.timezone`} fault={fields.faultOf(`${path}.timezone`)} />
        </div>
      )}
    </>
  );
}

function listZones(chosen: string | undefined) {
  const names = new Set([
    ...(chosen ? [chosen] : []),
    browserZone(),
    "UTC",
    ...Intl.supportedValuesOf("timeZone"),
  ]);
  return [...names].map((value) => ({ value, name: value.replaceAll("_", " ") }));
}

interface SpanProps {
  id: string;
  legend: string;
  type: "time" | "date";
  hint: string;
  fault: string | undefined;
  from: string;
  until: string;
  onFrom: (text: string) => void;
  onUntil: (text: string) => void;
  onLeave: () => void;
}

/** Two ends of a span beside each other. An instant, which only the API sets, stays as it is written. */
function Span({ id, legend, type, hint, fault, from, until, onFrom, onUntil, onLeave }: SpanProps) {
  const kindOf = (value: string) => (value.includes("T") ? "text" : type);
  const classes = `${controlClasses} h-9 px-2! touch:h-12`;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-2">
        <input
          {...describeControl({ id, hint, fault })}
          type={kindOf(from)}
          aria-label={`${legend} from`}
          value={from}
          onChange={(event) => onFrom(event.target.value)}
          className={classes}
        />
        <span className="text-small text-ink-3">to</span>
        <input
          {...describeControl({ id, hint, fault })}
          id={`${id}-until`}
          type={kindOf(until)}
          aria-label={`${legend} until`}
          value={until}
          onChange={(event) => onUntil(event.target.value)}
          onBlur={onLeave}
          className={classes}
        />
      </div>
      <FieldFault id={id} fault={fault} />
      {fault === undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-ink-3">
          {hint}
        </p>
      )}
    </fieldset>
  );
}
