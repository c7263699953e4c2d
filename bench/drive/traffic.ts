import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile } from "../report";

/** One request of the mix and what its answer must be. */
export interface Visit {
  kind: "redirect" | "create" | "chart";
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  status: number;
  /** Called when the answer was as it must be. */
  onAnswered?: () => void;
}

/** Requests that wait for their answer at a time, at most; what is due beyond them is sent later and counted. */
const maxInFlight = 2_000;
const tickMs = 10;
const progressMs = 5_000;
const timeoutMs = 30_000;

/** What came of the requests of one kind. */
class Tally {
  readonly times: number[] = [];
  readonly faults = new Map<string, number>();

  fault(what: string): void {
    this.faults.set(what, (this.faults.get(what) ?? 0) + 1);
  }
}

export interface Traffic {
  tallies: ReadonlyMap<Visit["kind"], Tally>;
  seconds: number;
  /** Requests that were due and not sent yet, at worst. */
  mostBehind: number;
}

/** Whether an answer was wrong or missing. */
export const hasFaults = ({ tallies }: Traffic): boolean =>
  [...tallies.values()].some(({ faults }) => faults.size > 0);

/**
 * Sends requests at an even rate, to the servers in turn, whatever their answers take, and waits for every answer; stops earlier where `isStopped`. `say` gets
 * a line every five seconds.
 */
export async function drive(
  origins: readonly string[],
  next: () => Visit,
  { rate, minutes }: { rate: number; minutes: number },
  { say, isStopped }: { say: (line: string) => void; isStopped: () => boolean },
): Promise<Traffic> {
  const agent = new Agent({ keepAlive: true, maxSockets: maxInFlight });
  const tallies = new Map<Visit["kind"], Tally>();
  const total = Math.round(rate * minutes * 60);
  const inFlight = new Set<Promise<void>>();
  const start = performance.now();
  let [sent, mostBehind, told] = [0, 0, start];
  while (sent < total && !isStopped()) {
    const now = performance.now();
    const due = Math.min(total, Math.floor(((now - start) * rate) / 1_000));
    while (sent < due && inFlight.size < maxInFlight) {
      const visit = next();
      const tally = tallies.get(visit.kind) ?? new Tally();
      tallies.set(visit.kind, tally);
      const answer: Promise<void> = send(
        agent,
        origins[sent % origins.length] as string,
        visit,
        tally,
      ).finally(() => inFlight.delete(answer));
      inFlight.add(answer);
      sent += 1;
    }
    mostBehind = Math.max(mostBehind, due - sent);
    if (now - told >= progressMs) {
      told = now;
      say(formatProgress((now - start) / 1_000, minutes * 60, sent, inFlight.size));
    }
    await sleep(tickMs);
  }
  await Promise.all(inFlight);
  agent.destroy();
  return { tallies, seconds: (performance.now() - start) / 1_000, mostBehind };
}

function send(agent: Agent, origin: string, visit: Visit, tally: Tally): Promise<void> {
  const { method, path, headers, body, status, onAnswered } = visit;
  const begun = performance.now();
  return new Promise((resolve) => {
    const outgoing = request(
      new URL(path, origin),
      { agent, method, headers, timeout: timeoutMs },
      (answer) => {
        answer.resume().on("close", resolve);
        answer.on("end", () => {
          tally.times.push(performance.now() - begun);
          if (answer.statusCode === status) onAnswered?.();
          else tally.fault(String(answer.statusCode));
        });
        answer.on("error", () => tally.fault("cut"));
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("timeout")));
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      tally.fault(error.code ?? error.message);
      resolve();
    });
    outgoing.end(body);
  });
}

function formatProgress(seconds: number, all: number, sent: number, waiting: number): string {
  const rate = Math.round(sent / seconds).toLocaleString("en");
  return `${Math.round(seconds)} of ${Math.round(all)} s: ${sent.toLocaleString("en")} sent, ${rate} per second, ${waiting} waiting`;
}

/** A line for each kind: how many, how many per second, percentiles of the time to the whole answer, and what went wrong. */
export function formatTraffic({ tallies, seconds, mostBehind }: Traffic): string[] {
  const lines = [...tallies].map(([kind, { times, faults }]) => {
    const at = (share: number) => (times.length === 0 ? "–" : `${percentile(times, share).toFixed(1)} ms`);
    const wrong = [...faults].map(([what, count]) => `${count} × ${what}`).join(", ") || "none";
    const count = times.length.toLocaleString("en").padStart(9);
    const rate = (times.length / seconds).toFixed(1).padStart(8);
    return `${kind.padEnd(9)}${count} answers${rate}/s   p50 ${at(0.5)}   p95 ${at(0.95)}   p99 ${at(0.99)}   faults: ${wrong}`;
  });
  return mostBehind === 0
    ? lines
    : [
        ...lines,
        `At worst ${mostBehind} requests behind schedule: the service or this machine could not keep up.`,
      ];
}
