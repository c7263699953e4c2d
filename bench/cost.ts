import { type Calls, type Load, sendMany } from "./load";
import { cpuMsOf, databaseCpuMsOf, type ServiceSubject, type Subject } from "./processes";
import { formatMs, median } from "./report";

/** What a request costs its server, and how many a second there were. */
export interface Cost {
  cpuMs: number;
  perSecond: number;
  databaseMs: number;
}

/** Sends so many requests and tells what each cost; the database's share too where one is named. */
export async function measureCost(
  subject: Subject,
  calls: Calls,
  amount: number,
  database?: ServiceSubject,
  load?: Load,
): Promise<Cost> {
  const cpu = cpuMsOf(subject);
  const databaseCpu = database ? databaseCpuMsOf(database) : 0;
  const perSecond = await sendMany(subject.origin, calls, amount, load);
  return {
    cpuMs: (cpuMsOf(subject) - cpu) / amount,
    databaseMs: database ? (databaseCpuMsOf(database) - databaseCpu) / amount : 0,
    perSecond,
  };
}

/** The median of each figure of each subject. */
export function takeMiddles<Name extends string>(figures: Record<Name, Cost[]>): Record<Name, Cost> {
  const middle = (costs: Cost[]): Cost => ({
    cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
    perSecond: median(costs.map(({ perSecond }) => perSecond)),
    databaseMs: median(costs.map(({ databaseMs }) => databaseMs)),
  });
  const entries = Object.entries<Cost[]>(figures).map(([name, costs]) => [name, middle(costs)]);
  return Object.fromEntries(entries) as Record<Name, Cost>;
}

export function formatCost({ cpuMs, perSecond }: Cost): string {
  return `${formatMs(cpuMs)}, ${perSecond.toFixed(0)}/s`;
}
