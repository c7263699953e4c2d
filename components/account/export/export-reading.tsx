import type { ExportProgress } from "@/lib/exports/schema";
import { countOf } from "../../ui/counts";

/** What has been handed to the browser; its place is held from the beginning, so that nothing below jumps. */
export function ExportReading({ progress }: { progress: ExportProgress | null }) {
  return (
    <div className="min-h-9 text-small text-ink-2 tabular-nums">
      {/* Told when it begins and when it ends; the numbers between are for the eye. */}
      <p role="status">{progress === null ? "" : sentences[progress.state]}</p>
      <p className="text-ink-3">
        {progress === null
          ? "With many codes and scans it takes minutes. It goes on when this is closed."
          : `${countOf(progress.files, "file")}, ${sayBytes(progress.bytes)}`}
      </p>
    </div>
  );
}

const sentences: Record<ExportProgress["state"], string> = {
  under_way: "Your browser is downloading it. It goes on when this is closed.",
  done: "Exported. It is where your browser keeps downloads.",
  stopped: "The download broke off. Begin it again.",
};

/** `812 kB`, `3.1 MB`. */
function sayBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  const [size, unit] = bytes < 1_000_000_000 ? [bytes / 1_000_000, "MB"] : [bytes / 1_000_000_000, "GB"];
  return `${size.toLocaleString("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${unit}`;
}
