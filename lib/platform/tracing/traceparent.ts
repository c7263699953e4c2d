import type { SpanContext } from "@opentelemetry/api";

/** The form of W3C Trace Context that is 55 characters long; versions to come begin alike and may go on. */
const form = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;
const sampledFlag = 1;

/** Null: it is none. */
export function readTraceParent(text: string | null | undefined): SpanContext | null {
  const [, version, traceId, spanId, flags] = form.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId))
    return null;
  if (version === "00" && text?.length !== 55) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags ?? "", 16) & sampledFlag, isRemote: true };
}

export function writeTraceParent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & sampledFlag}`;
}
