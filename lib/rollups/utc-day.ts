import { quartersOfDay } from "./counts";

export const dayMs = 86_400_000;
export const quarterMs = dayMs / quartersOfDay;

/** A UTC day as a number of days since 1970: what statements and plans calculate with. */
export function dayNumberOf(at: number): number {
  return Math.floor(at / dayMs);
}

/** In a statement: the place of an instant's quarter-hour in its day. Double precision, for `numeric` takes long. */
export const quarterOf = (column: string) =>
  `(floor(date_part('epoch', ${column}) / 900)::int % ${quartersOfDay})`;

/** `YYYY-MM-DD`. */
export function nameDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** In a statement: the number of a day, and the day of a number. */
export const numberOfDay = (column: string) => `(${column} - DATE '1970-01-01')`;
export const dayOfNumber = (number: string) => `(DATE '1970-01-01' + ${number})`;
