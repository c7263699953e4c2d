import type { LogDelivery } from "@/lib/webhooks/schema";
import { saySeconds, sayShortDay } from "../../ui/dates";
import { errorWords } from "../words";

interface AnswerPanelProps {
  delivery: LogDelivery;
  /** Place of the attempt among those that were made. */
  attempt: number;
  zone: string;
}

/** What came back in an attempt, and what that means. */
export function AnswerPanel({ delivery, attempt, zone }: AnswerPanelProps) {
  const made = delivery.log[attempt];
  if (made === undefined) {
    return (
      <p className="pt-4 text-small text-ink-2">
        {delivery.status === "cancelled"
          ? "Nothing was sent: the webhook was paused first."
          : "Nothing yet: the first attempt is still to come."}
      </p>
    );
  }
  const { startedAt, durationMs, responseStatus, responseBody, error } = made;
  const words = error === null ? null : errorWords[error];
  return (
    <div className="grid gap-3 pt-4">
      <p className="text-body">
        <span className={`font-semibold ${error === null ? "text-ok" : "text-stop"}`}>
          {responseStatus ?? "No answer"}
        </span>{" "}
        after {durationMs.toLocaleString("en-GB")} ms
        <span className="text-ink-3">
          , {sayShortDay(startedAt, zone)}, {saySeconds(startedAt, zone)}
        </span>
      </p>
      {words !== null && (
        <div className="text-small">
          <p className="font-medium">{words.what}</p>
          <p className="mt-0.5 text-ink-2">{words.advice}</p>
        </div>
      )}
      {responseBody !== null && responseBody !== "" && (
        <figure className="min-w-0">
          <figcaption className="mb-1.5 text-small text-ink-3">
            The beginning of its body, at most 1 KiB
          </figcaption>
          <pre className="rounded-control border border-line bg-surface px-3.5 py-3 font-mono text-mono whitespace-pre-wrap [overflow-wrap:anywhere]">
            <code>{responseBody}</code>
          </pre>
        </figure>
      )}
      {responseBody === "" && <p className="text-small text-ink-3">Its body was empty.</p>}
    </div>
  );
}
