"use client";

import { Download } from "lucide-react";
import { useRef, useState } from "react";
import type { CsvKind } from "@/lib/analytics/schema";
import type { FoundCode } from "@/lib/codes/schema";
import { useGo } from "../charts/chart-parts";
import { Button } from "../ui/button";
import { formatZone } from "../ui/dates";
import type { Answer } from "../ui/form/answer";
import { Menu } from "../ui/menu";
import { Picker, type PickerItem } from "../ui/picker";
import { tableLabels, type View, writeView } from "./view";

type FindCodes = (words: string, place: string) => Promise<Answer<FoundCode[]>>;

interface CodePickerProps {
  view: View;
  /** The code that the page is about; null: all of them. */
  code: { id: string; name: string } | null;
  findCodes: FindCodes;
}

const all: PickerItem = { value: "", name: "All codes" };

/** So long a search waits for the next key. */
const pauseMs = 150;

export function CodePicker({ view, code, findCodes }: CodePickerProps) {
  const go = useGo();
  const [found, setFound] = useState<PickerItem[]>([]);
  const latest = useRef(0);
  const [isFailed, setFailed] = useState(false);

  const search = async (words: string, waitMs: number) => {
    latest.current += 1;
    const turn = latest.current;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (turn !== latest.current) return;
    const answer = await findCodes(words, "names").catch(() => null);
    if (turn !== latest.current) return;
    const isDone = answer !== null && "done" in answer;
    setFailed(!isDone);
    const codes = isDone ? answer.done.map(({ id, name }) => ({ value: id, name })) : [];
    setFound(words.trim() === "" ? [all, ...codes] : codes);
  };
  return (
    <Picker
      label={`Codes, ${code?.name ?? all.name}`}
      items={found}
      chosen={code?.id ?? ""}
      onOpen={() => void search("", 0)}
      onSearch={(words) => void search(words, pauseMs)}
      onChoose={(value) => go(writeView({ ...view, code: value === "" ? undefined : value }))}
      placeholder="Name of a code"
      emptyNote={isFailed ? "Couldn't search. Try again." : "No code has that name."}
    >
      {code?.name ?? all.name}
    </Picker>
  );
}

/** Whose days and hours the page shows. The list is the browser's own, made when it is asked for. */
export function ZonePicker({ view, zone }: { view: View; zone: string }) {
  const go = useGo();
  const [items, setItems] = useState<PickerItem[]>([]);
  return (
    <Picker
      label={`Time zone, ${formatZone(zone)}`}
      items={items}
      chosen={zone}
      onOpen={() => setItems(listZones(zone))}
      onChoose={(next) => go(writeView({ ...view, zone: next }))}
      placeholder="City or region"
      emptyNote="No time zone has that name."
    >
      {formatZone(zone)}
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
  return [...names].map((value) => ({ value, name: nameZone(value), hint: formatOffset(value, nowMs) }));
}

/** `Asia/Kolkata (Calcutta)`, `America/New York`. */
function nameZone(value: string): string {
  const now = renamed[value];
  const name = now === undefined ? value : `${now} (${formatZone(value)})`;
  return name.replaceAll("_", " ");
}

/** `+02:00`, as the zone's clocks stand now. */
function formatOffset(timeZone: string, nowMs: number): string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, timeZoneName: "longOffset" });
  const offset = format.formatToParts(nowMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
  return offset === "GMT" ? "+00:00" : offset.slice(3);
}

interface CsvMenuProps {
  kinds: readonly CsvKind[];
  hrefs: Partial<Record<CsvKind, string>>;
}

export function CsvMenu({ kinds, hrefs }: CsvMenuProps) {
  const icon = <Download size={16} strokeWidth={1.6} aria-hidden />;
  return (
    <Menu
      trigger={
        <Button>
          {icon}
          CSV
        </Button>
      }
      items={kinds.map((kind) => ({
        name: tableLabels[kind],
        icon,
        // An attachment leaves the page where it is.
        onChoose: () => location.assign(hrefs[kind] ?? ""),
      }))}
    />
  );
}
