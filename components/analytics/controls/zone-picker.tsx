"use client";

import { useState } from "react";
import { useGo } from "../../charts/use-go";
import { sayZone } from "../../ui/dates";
import { Picker, type PickerItem } from "../../ui/picker";
import { type View, writeView } from "../view";

interface ZonePickerProps {
  view: View;
  /** The one that the page's days and hours are of. */
  zone: string;
}

/** Whose days and hours the page shows. The list is the browser's own, made when it is asked for. */
export function ZonePicker({ view, zone }: ZonePickerProps) {
  const go = useGo();
  const [items, setItems] = useState<PickerItem[]>([]);
  return (
    <Picker
      label={`Time zone, ${sayZone(zone)}`}
      items={items}
      chosen={zone}
      onOpen={() => setItems(listZones(zone))}
      onChoose={(next) => go(writeView({ ...view, zone: next }))}
      placeholder="City or region"
      emptyNote="No time zone is called that."
    >
      {sayZone(zone)}
    </Picker>
  );
}

/** Some browsers list cities under the names that they had once; those are found under both. */
const renamed: Record<string, string> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

function listZones(zone: string): PickerItem[] {
  const names = new Set([zone, "UTC", ...Intl.supportedValuesOf("timeZone")]);
  const nowMs = Date.now();
  return [...names].map((value) => ({
    value,
    name: nameZone(value),
    hint: sayOffset(value, nowMs),
  }));
}

/** `Asia/Kolkata (Calcutta)`, `America/New York`. */
function nameZone(value: string): string {
  const now = renamed[value];
  const name = now === undefined ? value : `${now} (${sayZone(value)})`;
  return name.replaceAll("_", " ");
}

/** `+02:00`, as the zone's clocks stand now. */
function sayOffset(timeZone: string, nowMs: number): string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
  const told = format.formatToParts(nowMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return told === "GMT" ? "+00:00" : told.slice(3);
}
