import Link from "next/link";
import type { Usage } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import type { Warning, WarningCode } from "@/lib/platform/errors";
import type { Settings } from "@/lib/qr/schema";
import type { Refusal } from "../ui/form/answer";
import { RefusalNote } from "../ui/form/refusal-note";
import { Notice } from "../ui/notice";

interface SaveNotesProps {
  refusal: Refusal | null;
  unreadable: string | null;
  notes: readonly string[];
}

export function SaveNotes({ refusal, unreadable, notes }: SaveNotesProps) {
  const hasRefusal = refusal?.sentence !== undefined;
  if (!hasRefusal && unreadable === null && notes.length === 0) return null;
  return (
    <div className="save-notes border-line md:border-b">
      {unreadable !== null && (
        <Notice tone="stop" isAlert title="Not saved: this picture doesn't scan">
          {unreadable}
        </Notice>
      )}
      <RefusalNote refusal={refusal} />
      {hasRefusal && refusal.code === "quota_exceeded" && (
        <p className="bg-stop-tint pb-3 text-body">
          <Link href="/plan" prefetch={false} className="link ml-6.5">
            Compare the plans
          </Link>
        </p>
      )}
      {notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
    </div>
  );
}

/** A frame that the plan does not hold is previewed all the same. */
export function formatFrame(
  frame: Settings["frame"],
  before: Settings["frame"],
  framePlan: string | undefined,
): string | null {
  const isNone = frame === undefined || frame === null;
  if (framePlan === undefined || isNone || JSON.stringify(frame) === JSON.stringify(before)) return null;
  const kept = before ? "We'll save the code with the frame it has." : "We'll save the code without one.";
  return `Frames are part of ${framePlan}. ${kept}`;
}

const saidBefore = new Set<WarningCode>([
  "frame_requires_pro",
  "local_base_url",
  "low_contrast",
  "inverted_colors",
  "small_quiet_zone",
  "light_frame",
  "busy_logo",
  "dense_logo",
]);

export function listNews(warnings: readonly Warning[]): Warning[] {
  return warnings.filter(({ code }) => !saidBefore.has(code));
}

const words: Record<string, string> = {
  static_image_changed: "Printed copies keep their content. Print the new picture.",
};

export const formatWarning = ({ code, message }: Warning): string => words[code] ?? message;

export interface CodeRoom {
  codes: { used: number; limit: number };
  planName: string;
  /** Why there may be no further dynamic code; null where there may. */
  dynamicNote: string | null;
}

export function readRoom({ plan, codes, dynamicCodes: { used, limit } }: Usage): CodeRoom {
  const { name } = entitlements[plan];
  const isFull = limit !== null && used >= limit;
  const words = limit === 1 ? "1 dynamic code, and it is" : `${limit} dynamic codes, and they are`;
  return { codes, planName: name, dynamicNote: isFull ? `${name} has ${words} used.` : null };
}

export function formatRoom({ codes: { used, limit }, planName }: CodeRoom) {
  const isFull = used >= limit;
  const count = (value: number) => value.toLocaleString("en-GB");
  return (
    <p className={`text-small max-md:max-w-[45%] ${isFull ? "text-stop" : "text-ink-2"}`}>
      {isFull
        ? `All ${count(limit)} codes of ${planName} are used.`
        : `This will be code ${count(used + 1)} of ${count(limit)}`}
    </p>
  );
}
