import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Done, Job } from "./domain-worker";

const program = fileURLToPath(new URL("domain-worker.ts", import.meta.url));

/** A process of its own that works on the codes of accounts, for what no key may do: plans without the interface. */
export interface DomainProcess {
  child: ChildProcess;
  /** Resolves with what was done or refused; rejects with anything that is no refusal. */
  perform(job: Job): Promise<Done>;
}

interface Report {
  place: number;
  done?: Done;
  fault?: string;
}

/** Starts so many on one database. */
export async function startDomainProcesses(databaseUrl: string, count: number): Promise<DomainProcess[]> {
  const children = Array.from({ length: count }, () =>
    fork(program, { execArgv: ["--import", "tsx"], env: { ...process.env, DATABASE_URL: databaseUrl } }),
  );
  await Promise.all(children.map((child) => once(child, "message")));
  return children.map(openLine);
}

/** Lets each close its connections and end. */
export async function stopDomainProcesses(processes: readonly DomainProcess[]): Promise<void> {
  const ends = processes.map(({ child }) => once(child, "exit"));
  for (const { child } of processes) child.disconnect();
  await Promise.all(ends);
}

function openLine(child: ChildProcess): DomainProcess {
  const waiting = new Map<number, (report: Report) => void>();
  let asked = 0;
  child.on("message", (report: Report) => waiting.get(report.place)!(report));
  return {
    child,
    async perform(job) {
      const place = asked++;
      const report = await new Promise<Report>((resolve) => {
        waiting.set(place, resolve);
        child.send({ place, job });
      });
      waiting.delete(place);
      if (report.done === undefined) throw new Error(report.fault);
      return report.done;
    },
  };
}
