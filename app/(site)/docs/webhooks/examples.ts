import { sampleData } from "@/lib/webhooks";
import { type EventKind, eventKinds } from "@/lib/webhooks/schema";

const timestamp = "2026-11-21T09:30:00.125Z";

/** A body of each kind as it is sent, written over lines; a test holds them to the schemas and to real deliveries. */
export function writeExamples(): { kind: EventKind; text: string }[] {
  return eventKinds.map((kind, at) => {
    const id = `evt_019a9b6e4c1e7f3a9b528d1e6f0a2c4${at}`;
    const data = sampleData(kind, new Date(timestamp));
    return { kind, text: JSON.stringify({ id, type: kind, timestamp, sandbox: false, data }, null, 2) };
  });
}
