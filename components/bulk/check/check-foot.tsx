"use client";

import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { maxImportRows, writeRows } from "@/lib/imports/schema";
import { Button } from "../../ui/button";
import { saveFile } from "../../ui/copy-or-save";
import { countOf, formatCount } from "../../ui/counts";
import type { Refusal } from "../../ui/form/answer";
import { callSafely, lostOnce, useOnce } from "../../ui/form/call-safely";
import { RefusalNote } from "../../ui/form/refusal-note";
import { Spinner } from "../../ui/spinner";
import { type ExtraColumn, extraColumns, pickExtras } from "../extras";
import type { ImportProps, Room } from "../row";
import { asCode, faultsOf, isReady, type Line, type Tally } from "./lines";

interface CheckFootProps extends Pick<ImportProps, "actions"> {
  lines: readonly Line[];
  tally: Tally;
  room: Room;
  name: string;
  presetId: string | null;
  onCreated: (id: string) => void;
}

export function CheckFoot(props: CheckFootProps) {
  const { lines, tally, room, name } = props;
  const { refusal, isBusy, create } = useCreate(props);
  const count = Math.min(tally.ready, roomLeft(room));
  const hindrance = findHindrance(tally, count);
  const leftOut = lines.length - count - tally.pending;
  return (
    <div className="import-foot">
      <div className="min-w-0 flex-1 basis-72">
        <RefusalNote refusal={refusal} />
        <p className="text-body text-ink-2" aria-live="polite">
          {formatPlan(tally, room)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
        {leftOut > 0 && (
          <Button onClick={() => saveRows(name, listLeftOut(lines, count))}>
            <Download size={16} strokeWidth={1.6} aria-hidden />
            Faulty rows
          </Button>
        )}
        <Button
          kind="primary"
          aria-disabled={hindrance !== null || isBusy}
          data-busy={isBusy ? "" : undefined}
          onClick={hindrance === null && !isBusy ? create : undefined}
        >
          {isBusy && <Spinner />}
          {isBusy ? "Starting" : (hindrance ?? `Create ${countOf(count, "code")}`)}
        </Button>
      </div>
    </div>
  );
}

const roomLeft = ({ used, limit }: Room) => Math.max(0, limit - used);

function findHindrance({ ready, faulty, pending }: Tally, count: number): string | null {
  if (pending > 0)
    return `${formatCount(ready + faulty)} of ${formatCount(ready + faulty + pending)} checked`;
  return count === 0 ? "Create codes" : null;
}

function formatPlan({ ready, faulty, pending }: Tally, room: Room): string {
  const said = ["Nothing is stored yet."];
  const left = roomLeft(room);
  if (ready > left) {
    said.push(
      left === 0
        ? `All ${formatCount(room.limit)} codes of your plan are used. Delete some to continue.`
        : `Your plan has room for ${formatCount(left)} more: the first ${formatCount(left)} ready rows will be created and the last ${formatCount(ready - left)} left out.`,
    );
  }
  if (faulty > 0) {
    const rows = faulty === 1 ? "The faulty row is" : `The ${formatCount(faulty)} faulty rows are`;
    said.push(`${rows} left out, and you can download ${faulty === 1 ? "it" : "them"} as a CSV.`);
  }
  if (ready === 0 && pending === 0) said.push("Fix at least one row to continue.");
  return said.join(" ");
}

interface LeftOut {
  line: Line;
  error: string;
}

function listLeftOut(lines: readonly Line[], count: number): LeftOut[] {
  let left = count;
  return lines.flatMap((line) => {
    if (!isReady(line)) {
      const error = faultsOf(line)
        .map(({ words }) => words)
        .join(" ");
      return [{ line, error: error === "" ? "It was not checked." : error }];
    }
    left -= 1;
    return left >= 0 ? [] : [{ line, error: "Your plan has no room for it." }];
  });
}

function presentLeftOut({ line: { row }, error }: LeftOut) {
  const { id, name, type, content, kind } = row;
  return { row: id, name, type, content, kind, ...pickExtras(row), error };
}

function saveRows(name: string, leftOut: readonly LeftOut[]): void {
  const file = new Blob([writeRows(leftOut.map(presentLeftOut))], { type: "text/csv" });
  saveFile(file, `${name.replace(/\.\w{1,4}$/, "")}-faulty-rows.csv`);
}

function useCreate({ lines, tally, room, name, presetId, actions, onCreated }: CheckFootProps) {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const once = useOnce();
  const isStarted = useRef(false);
  const create = async () => {
    if (isStarted.current) return;
    isStarted.current = true;
    setBusy(true);
    setRefusal(null);
    const count = Math.min(tally.ready, roomLeft(room));
    const leftOut = listLeftOut(lines, count);
    const out = new Set(leftOut.map(({ line }) => line));
    const rows = lines.filter((line) => !out.has(line)).map(({ row }) => asCode(row));
    const input = {
      name,
      presetId,
      rows,
      leftOut: keepable(leftOut.map(presentLeftOut)).slice(0, maxImportRows - rows.length),
    };
    const answer = await callSafely(() => once((key) => actions.create(key, input)), lostOnce);
    isStarted.current = false;
    if (answer !== null && "done" in answer) return onCreated(answer.done.id);
    setBusy(false);
    setRefusal(answer?.refusal ?? null);
  };
  return { refusal, isBusy, create };
}

const mostOf: Partial<Record<ExtraColumn, number>> = {
  note: 10_000,
  archived: 200,
  publicImage: 200,
  passQuery: 200,
  appendScanId: 200,
  routes: 40_000,
  utm: 40_000,
};

/** What can't be kept as it is, because it is far too long or holds control characters, is kept as far as it can be. */
function keepable(rows: ReturnType<typeof presentLeftOut>[]) {
  const clean = (text: string, most: number) =>
    [...text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}]/gu, "")].slice(0, most).join("");
  const keep = (text: string | undefined, most: number) =>
    text === undefined ? undefined : clean(text, most);
  return rows.map(({ row, name, type, content, kind, error, ...extras }) => ({
    row,
    name: clean(name, 1_000),
    type: clean(type, 200),
    content: clean(content, 16_384),
    kind: clean(kind, 200),
    ...pickExtras(
      Object.fromEntries(
        extraColumns.map((column) => [column, keep(extras[column], mostOf[column] ?? 1_000)]),
      ),
    ),
    error: clean(error, 1_000),
  }));
}
