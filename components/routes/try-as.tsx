import { useState } from "react";
import { explainRoutes, type Route, type Utm, type When } from "@/lib/routes";
import { TextField } from "../ui/field";
import { MultiPicker } from "../ui/picker";
import { SelectField } from "../ui/select";
import { readRoute } from "./draft";
import {
  countries,
  describeTargets,
  formatLanguage,
  formatShare,
  formatTypedUrl,
  languages,
} from "./sentence";

/** Devices as scans have them. */
const visitors = [
  { value: "iphone", name: "iPhone", device: "Mobile", os: "iOS" },
  { value: "android", name: "Android phone", device: "Mobile", os: "Android" },
  { value: "ipad", name: "iPad", device: "Tablet", os: "iOS" },
  { value: "android-tablet", name: "Android tablet", device: "Tablet", os: "Android" },
  { value: "windows", name: "Windows computer", device: "Desktop", os: "Windows" },
  { value: "mac", name: "Mac", device: "Desktop", os: "macOS" },
  { value: "linux", name: "Linux computer", device: "Desktop", os: "Linux" },
  { value: "chromebook", name: "Chromebook", device: "Desktop", os: "Chrome OS" },
] as const;

interface TryAsProps {
  routes: readonly Route[];
  target: string;
  utm: Utm;
}

/** Which rule a visitor would get, by the rules as they are edited here. */
export function TryAs({ routes, target, utm }: TryAsProps) {
  const [visitor, setVisitor] = useState<string>(visitors[0].value);
  const [country, setCountry] = useState("Unknown");
  const [spoken, setSpoken] = useState<string[]>(() => [...readLanguages()]);
  const [time, setTime] = useState(() => formatLocal(new Date()));
  const { device, os } = visitors.find(({ value }) => value === visitor) ?? visitors[0];
  const at = new Date(time).getTime();
  return (
    <section aria-label="Try the rules" className="mt-3">
      <p className="mb-3 text-small text-ink-3">
        Tests the rules as shown here, saved or not. No scan is counted.
      </p>
      <div className="rule-pair grid gap-4 sm:grid-cols-2">
        <SelectField
          id="try-device"
          label="Device"
          choices={visitors}
          value={visitor}
          onChange={(event) => setVisitor(event.target.value)}
        />
        <SelectField
          id="try-country"
          label="Country"
          choices={[{ value: "Unknown", name: "Unknown" }, ...countries]}
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        />
        <MultiPicker
          id="try-languages"
          label="Languages of the browser"
          items={languages}
          chosen={spoken}
          nameOf={formatLanguage}
          placeholder="None"
          emptyNote="No language is called that."
          onChange={setSpoken}
        />
        <TextField
          id="try-time"
          label="Date and time, by your clock"
          type="datetime-local"
          value={time}
          fault={Number.isNaN(at) ? "Choose a day and a time." : undefined}
          onChange={(event) => setTime(event.target.value)}
        />
      </div>
      {!Number.isNaN(at) && (
        <Outcome {...{ routes, target, utm }} context={{ device, os, country, languages: spoken, at }} />
      )}
    </section>
  );
}

interface OutcomeProps extends TryAsProps {
  context: { device: string; os: string; country: string; languages: readonly string[]; at: number };
}

const reasons: Record<keyof When, string> = {
  devices: "another device",
  os: "another system",
  countries: "another country",
  languages: "none of its languages",
  days: "another day",
  hours: "outside its hours",
  dates: "outside its dates",
  timezone: "another time",
};

function Outcome({ routes, target, utm, context }: OutcomeProps) {
  const verdicts = explain(routes, context);
  if (verdicts === null)
    return <p className="mt-4 text-small text-ink-2">This browser doesn't know one of the time zones.</p>;
  const won = verdicts.findIndex(({ applies }) => applies);
  const winner = won === -1 ? undefined : routes[won];
  const passed = won === -1 ? verdicts : verdicts.slice(0, won);
  const targets =
    winner === undefined ? [{ name: null, address: target, share: null }] : describeTargets(winner);
  return (
    <div role="status" className="mt-4 border-l-2 border-accent pl-4">
      <p className="text-body font-medium">
        {winner === undefined
          ? routes.length === 0
            ? "The code's own address"
            : "No rule applies: the code's own address"
          : `Rule ${won + 1} applies`}
      </p>
      <ul>
        {targets.map(({ name, address, share }) => (
          <li key={name} className="mt-0.5 font-mono text-mono [overflow-wrap:anywhere]">
            {share !== null && (
              <span className="font-sans text-small">{`${formatShare(share)} ${name}: `}</span>
            )}
            {address.trim() === "" ? (
              <span className="font-sans text-small text-ink-3">no address yet</span>
            ) : (
              formatTypedUrl(address, utm)
            )}
          </li>
        ))}
      </ul>
      {passed.length > 0 && (
        <ul aria-label="Rules that don't apply" className="mt-2 text-small text-ink-2">
          {passed.map(({ id, failed }, place) => (
            <li key={id}>
              Rule {place + 1} doesn't apply: {failed === null ? "" : reasons[failed]}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function explain(routes: readonly Route[], context: OutcomeProps["context"]) {
  try {
    return explainRoutes(routes.map(readRoute), { ...context, visitor: "", isAutomatic: false });
  } catch {
    // A zone of the rules that this browser doesn't know.
    return null;
  }
}

const readLanguages = (): readonly string[] => navigator.languages.slice(0, 5);

/** As a field for date and time takes it. */
function formatLocal(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
