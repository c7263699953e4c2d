const quarterMs = 900_000;
export const dayMs = 86_400_000;
const minuteMs = 60_000;

/** What the clocks of a zone show. */
export interface LocalTime {
  /** Days since 1970-01-01, which was a Thursday. */
  day: number;
  /** Minutes since midnight by the clock: 0 to 1,439. */
  minute: number;
}

const offsetPattern = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

/** The clock of a zone. `Intl` takes microseconds, so the offset is kept for the quarter of an hour that was asked for last. */
class ZoneClock {
  readonly #format: Intl.DateTimeFormat;
  #from = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;
  #offsetMs = 0;
  /** When the minute began whose time was asked for last, and that time. */
  #minuteAt = Number.NaN;
  #local: LocalTime = { day: 0, minute: 0 };

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  }

  /** @param at milliseconds since 1970. */
  localAt(at: number): LocalTime {
    if (at >= this.#minuteAt && at < this.#minuteAt + minuteMs) return this.#local;
    const local = at + this.offsetAt(at);
    const day = Math.floor(local / dayMs);
    const minute = Math.floor((local - day * dayMs) / minuteMs);
    // Offsets of the past have seconds, so that minutes need not begin where those of UTC do.
    this.#minuteAt = at - (local - day * dayMs - minute * minuteMs);
    this.#local = { day, minute };
    return this.#local;
  }

  /** Milliseconds that the clock is ahead of UTC. */
  offsetAt(at: number): number {
    if (at >= this.#from && at < this.#until) return this.#offsetMs;
    const from = Math.floor(at / quarterMs) * quarterMs;
    const offsetMs = this.#readOffset(from);
    // Some clocks were set in the middle of a quarter: nothing is kept of that one.
    if (this.#readOffset(from + quarterMs - 1) !== offsetMs) return this.#readOffset(at);
    this.#from = from;
    this.#until = from + quarterMs;
    this.#offsetMs = offsetMs;
    return offsetMs;
  }

  #readOffset(at: number): number {
    const [, sign, hours = "0", minutes = "0", seconds = "0"] =
      offsetPattern.exec(this.#format.format(at)) ?? [];
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
    return sign === "-" ? -ms : ms;
  }
}

/** One for each zone that any rule names: some hundred at most. */
const clocks = new Map<string, ZoneClock>();

/** The clock of an IANA zone. Throws RangeError for a name that this runtime doesn't know. */
export function clockOf(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = new ZoneClock(zone);
  clocks.set(zone, clock);
  return clock;
}

export type { ZoneClock };

/** The first instant of a day of a zone, in milliseconds since 1970. */
export function startOfDay(day: string, zone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const clock = clockOf(zone);
  // The offset before midnight is that of midnight, unless the clocks change in between.
  const first = utc - clock.offsetAt(utc - clock.offsetAt(utc));
  return first + clock.offsetAt(first) < utc
    ? utc - clock.offsetAt(utc - clock.offsetAt(utc) - dayMs)
    : first;
}
