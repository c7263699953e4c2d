import { Temporal } from "temporal-polyfill";
import { Random } from "./random";
import { type Country, countries } from "./visitors";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const yearMs = 365.25 * dayMs;

/** How much is scanned in each hour of a local day: little at night, most at lunch and in the evening. */
// biome-ignore format: a row each for night, morning, afternoon and evening
const hours = [
  0.18, 0.1, 0.06, 0.04, 0.04, 0.08,
  0.2, 0.45, 0.75, 0.95, 1.1, 1.3,
  1.65, 1.5, 1.15, 1.05, 1.1, 1.3,
  1.6, 1.75, 1.5, 1.05, 0.65, 0.35,
];
/** On each day of a local week, from Monday. */
const weekdays = [0.9, 0.88, 0.93, 1, 1.16, 1.25, 0.88];

/** A code that many see for some days: a poster, a mailing, a fair. */
interface Campaign {
  code: number;
  from: number;
  to: number;
  /** On its first day, in usual traffic of all codes. */
  height: number;
}

/** One hour of a history, cut at its ends. */
export interface HistoryHour {
  from: number;
  to: number;
  /** How much happens in it, against other hours. */
  weight: number;
  /** The same for each country of the list. */
  byCountry: readonly number[];
  /** Share of its scans that each running campaign has. */
  campaigns: readonly { code: number; share: number }[];
}

export interface Span {
  /** Milliseconds of the epoch. */
  from: number;
  to: number;
}

/**
 * The hours of a history, the oldest first, the same ones for the same seed. Weights follow the local time of each
 * country: day, week, season, growth, campaigns, and chance.
 */
export function* planHours({ from, to }: Span, codes: number, seed: number): Generator<HistoryHour> {
  const random = new Random(seed);
  const campaigns = planCampaigns({ from, to }, codes, random);
  let day = Number.NaN;
  let dayFactor = 1;
  let offsets: number[] = [];
  for (let start = Math.floor(from / hourMs) * hourMs; start < to; start += hourMs) {
    if (Math.floor(start / dayMs) !== day) {
      day = Math.floor(start / dayMs);
      dayFactor = dayWeight(day * dayMs, from) * Math.exp(0.12 * random.normal());
      offsets = countries.map(({ zone }) => offsetOf(zone, day * dayMs + dayMs / 2));
    }
    const hour = { from: Math.max(start, from), to: Math.min(start + hourMs, to) };
    const running = campaigns.map((campaign) => ({ code: campaign.code, share: heightAt(campaign, start) }));
    const boost = running.reduce((sum, { share }) => sum + share, 1);
    const factor = (dayFactor * boost * Math.exp(0.06 * random.normal()) * (hour.to - hour.from)) / hourMs;
    const middle = start + hourMs / 2;
    const byCountry = countries.map(
      (country, index) => factor * localWeight(country, middle + offsets[index]!),
    );
    yield {
      ...hour,
      byCountry,
      weight: byCountry.reduce((sum, weight) => sum + weight, 0),
      campaigns: running
        .filter(({ share }) => share > 0)
        .map(({ code, share }) => ({ code, share: share / boost })),
    };
  }
}

/** One for each 20 days or so; each begins with a leap and fades. */
function planCampaigns({ from, to }: Span, codes: number, random: Random): Campaign[] {
  const amount = Math.round((to - from) / (20 * dayMs));
  return Array.from({ length: amount }, () => {
    const start = from + random.share() * (to - from);
    return {
      code: random.below(codes),
      from: start,
      to: start + (2 + 7 * random.share()) * dayMs,
      height: 0.4 + 1.8 * random.share() ** 2,
    };
  });
}

function heightAt({ from, to, height }: Campaign, at: number): number {
  return at < from || at >= to ? 0 : (height * (to - at)) / (to - from);
}

/** Growth since the history's beginning, and the season of the north: summer and the weeks before Christmas. */
function dayWeight(at: number, from: number): number {
  const ofYear = (at % yearMs) / yearMs;
  const summer = 0.15 * Math.cos(2 * Math.PI * (ofYear - 0.52));
  const christmas = ofYear > 0.91 && ofYear < 0.98 ? 0.25 : 0;
  return (1 + summer + christmas) * (1 + (0.6 * Math.max(0, at - from)) / yearMs);
}

function localWeight({ share }: Country, local: number): number {
  const ofDay = (((local % dayMs) + dayMs) % dayMs) / hourMs;
  // Between the middles of two hours, for zones that are half an hour apart from others.
  const before = Math.floor(ofDay + 23.5) % 24;
  const part = (ofDay + 0.5) % 1;
  const hour = hours[before]! * (1 - part) + hours[(before + 1) % 24]! * part;
  // The epoch began on a Thursday.
  return share * hour * weekdays[(Math.floor(local / dayMs) + 3) % 7]!;
}

function offsetOf(zone: string, at: number): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;
}
